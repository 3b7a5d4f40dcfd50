// Five kernels that fail. TODO: find out why, one report at a time.

const int BLOCK = 256;

// 1. scaled[i] = 3 * in[i] + 7
__global__ void scale(const int *in, int *scaled, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) scaled[i] = 3 * in[i] + 7;
}

// 2. steps[i] = in[i + 1] - in[i], and 0 for the last element
__global__ void step(const int *in, int *steps, int n) {
    __shared__ int tile[BLOCK + 1];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    if (i < n) tile[t] = in[i];
    __syncthreads();
    if (i < n) steps[i] = tile[t + 1] - tile[t];
}

// 3. Each stretch of 256 in reverse order.
__global__ void flip(const int *in, int *flipped, int n) {
    __shared__ int tile[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (i >= n) return;

    tile[t] = in[i];
    __syncthreads();
    flipped[i] = tile[BLOCK - 1 - t];
}

// 4. turned[r][c] = in[r][cols - 1 - c]
__global__ void turn(const int *in, int *turned, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) turned[r * cols + c] = in[r * cols + cols - 1 - c];
}

// 5. sums[b] = the sum of stretch b
__global__ void sum(const int *in, int *sums, int n) {
    __shared__ int total;
    int i = blockIdx.x * BLOCK + threadIdx.x;

    if (i < n) atomicAdd(&total, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

void five(const int *in, int *scaled, int *steps, int *flipped, int *turned,
          int *sums, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;

    int blocks = (n + BLOCK - 1) / BLOCK;
    scale<<<blocks, BLOCK / 2>>>(in, scaled, n);
    step<<<blocks, BLOCK>>>(in, steps, n);
    flip<<<blocks, BLOCK>>>(in, flipped, n);

    dim3 block(32, 8);
    dim3 grid((rows + block.x - 1) / block.x, (cols + block.y - 1) / block.y);
    turn<<<grid, block>>>(in, turned, rows, cols);

    sum<<<max(n / BLOCK, 1), BLOCK>>>(in, sums, n);
}
