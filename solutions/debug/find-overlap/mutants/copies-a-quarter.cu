// rejected by: trap uninitialised-global | case rounds=1 (the copy counts elements, and not bytes)
// says: Only a quarter of the signal is copied into the other array. cudaMemcpy counts bytes.
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

    // The first of an odd number of rounds writes x, and a launch must not write
    // what it reads: such a number begins in spare.
    if (rounds % 2 == 1)
        cudaMemcpyAsync(spare, x, n, cudaMemcpyDeviceToDevice);
    for (int r = 0; r < rounds; r++) {
        // The last round writes x, the one before it spare, and so on back.
        bool writes_x = (rounds - r) % 2 == 1;
        const int *from = writes_x ? spare : x;
        int *to = writes_x ? x : spare;
        smooth_once<<<blocks, THREADS>>>(from, to, n);
    }
    cudaFree(spare);
}
