// rejected by: trap after-free | crash | case (exchanges the pointers, and frees the array of the caller)
// Smooths a signal some rounds long: each element becomes the mean of itself, twice,
// and its neighbours. Two arrays in turn; the result has to end up in x.
//
// A colleague wrote this, and it passed the review. For some numbers of rounds it is
// wrong.
//
// Which labelled line chooses a wrong array? (The result must be in x.)
// line: D
//
// Why does that do harm? One of
//   result-elsewhere    the last round leaves its result in the other array
//   source-is-target    a launch writes the array that it reads
//   rounds-overlap      a round begins before the round before it is done
//   edge-lost           the first or the last element gets a wrong neighbour
// cause: source-is-target

const int THREADS = 256;

// An element at the edge is its own neighbour.
__global__ void smooth_once(const int *from, int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int left = from[max(i - 1, 0)];       /* A */
    int right = from[min(i + 1, n - 1)];  /* B */
    to[i] = (left + 2 * from[i] + right) / 4;
}

void smooth(int *x, int n, int rounds) {
    if (n == 0 || rounds == 0) return;
    int blocks = (n + THREADS - 1) / THREADS;
    int *spare;
    cudaMalloc(&spare, n * sizeof(int));

    for (int r = 0; r < rounds; r++) {
        smooth_once<<<blocks, THREADS>>>(x, spare, n);
        int *old = x;
        x = spare;
        spare = old;
    }
    cudaFree(spare);
}
