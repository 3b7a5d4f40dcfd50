// rejected by: case rounds=1 | case rounds=3 (no launch in place, and the result of an odd number is lost)
// says: With an odd number of rounds, `x` has one round too few. Either the result of a round stays in the other array, or the next round writes over it.
// Smooths a signal some rounds long: each element becomes the mean of itself, twice,
// and its neighbours. Two arrays in turn; the result has to end up in x.
//
// line: D
// cause: source-is-target

const int THREADS = 256;

// An element at the edge is its own neighbour.
__global__ void smooth_once(const int *from, int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int left = from[max(i - 1, 0)];
    int right = from[min(i + 1, n - 1)];
    to[i] = (left + 2 * from[i] + right) / 4;
}

void smooth(int *x, int n, int rounds) {
    if (n == 0 || rounds == 0) return;
    int blocks = (n + THREADS - 1) / THREADS;
    int *spare;
    cudaMalloc(&spare, n * sizeof(int));

    for (int r = 0; r < rounds; r++) {
        // The last round writes x, the one before it spare, and so on back.
        bool writes_x = r % 2 == 1;
        // The signal is in x at first, then where the round before wrote it.
        const int *from = r == 0 || !writes_x ? x : spare;
        int *to = writes_x ? x : spare;
        smooth_once<<<blocks, THREADS>>>(from, to, n);
    }
    cudaFree(spare);
}
