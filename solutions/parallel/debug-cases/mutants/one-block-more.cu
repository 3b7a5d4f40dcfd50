// rejected by: case (a stretch too many where n is a multiple of 256)
// says: A block too many stores to `sums` where n is a multiple of 256: n / 256 + 1 does not round up. (n + 255) / 256 does.
// Five kernels, repaired. Each comment says what was wrong.

const int BLOCK = 256;

// 1. The kernel was right. It was launched with half as many threads in a block
// as the number of blocks had been computed for.
__global__ void scale(const int *in, int *scaled, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) scaled[i] = 3 * in[i] + 7;
}

// 2. The tile has a place for the first element of the next block, and nobody
// had filled it. And the last element of all has no neighbour.
__global__ void step(const int *in, int *steps, int n) {
    __shared__ int tile[BLOCK + 1];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    if (i < n) tile[t] = in[i];
    if (t == BLOCK - 1 && i + 1 < n) tile[BLOCK] = in[i + 1];
    __syncthreads();
    if (i < n) steps[i] = i + 1 < n ? tile[t + 1] - tile[t] : 0;
}

// 3. Threads without an element left before the barrier. And the last stretch
// is shorter: it is turned round within its own length.
__global__ void flip(const int *in, int *flipped, int n) {
    __shared__ int tile[BLOCK];
    int t = threadIdx.x, first = blockIdx.x * BLOCK;
    int here = min(BLOCK, n - first);

    if (t < here) tile[t] = in[first + t];
    __syncthreads();
    if (t < here) flipped[first + t] = tile[here - 1 - t];
}

// 4. The kernel was right, its grid was not: see below.
__global__ void turn(const int *in, int *turned, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) turned[r * cols + c] = in[r * cols + cols - 1 - c];
}

// 5. Nobody had zeroed the total.
__global__ void sum(const int *in, int *sums, int n) {
    __shared__ int total;
    int i = blockIdx.x * BLOCK + threadIdx.x;

    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    if (i < n) atomicAdd(&total, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

void five(const int *in, int *scaled, int *steps, int *flipped, int *turned,
          int *sums, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;

    int blocks = (n + BLOCK - 1) / BLOCK;
    scale<<<blocks, BLOCK>>>(in, scaled, n);
    step<<<blocks, BLOCK>>>(in, steps, n);
    flip<<<blocks, BLOCK>>>(in, flipped, n);

    // x walks along a row, so the grid's x has to cover the columns. It covered
    // the rows, which is the same for squares only.
    dim3 block(32, 8);
    dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    turn<<<grid, block>>>(in, turned, rows, cols);

    sum<<<n / BLOCK + 1, BLOCK>>>(in, sums, n);
}
