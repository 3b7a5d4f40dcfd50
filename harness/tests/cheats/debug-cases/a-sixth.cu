// rejected by: gate launches (scale, step and sum miss a part, and a sixth kernel writes the right results over theirs)
const int BLOCK = 256;

__global__ void scale(const int *in, int *scaled, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) scaled[i] = 3 * in[i] + 7;
}
__global__ void step(const int *in, int *steps, int n) {
    __shared__ int tile[BLOCK + 1];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = i < n ? in[i] : 0;
    if (t == 0) tile[BLOCK] = 0;
    __syncthreads();
    if (i < n) steps[i] = tile[t + 1] - tile[t];
}
__global__ void flip(const int *in, int *flipped, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x, begin = blockIdx.x * BLOCK;
    if (i < n) flipped[i] = in[begin + min(begin + BLOCK, n) - 1 - i];
}
__global__ void turn(const int *in, int *turned, int n, int cols) {
    int i = blockIdx.x * BLOCK + threadIdx.x, c = i % max(cols, 1);
    if (i < n) turned[i] = in[i - c + cols - 1 - c];
}
__global__ void sum(const int *in, int *sums, int n) {
    __shared__ int total;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    if (i < n) atomicAdd(&total, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}
__global__ void repair(const int *in, int *scaled, int *steps, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) scaled[i] = 3 * in[i] + 7;
    if (i < n && (i % BLOCK == BLOCK - 1 || i == n - 1))
        steps[i] = i < n - 1 ? in[i + 1] - in[i] : 0;
}

void five(const int *in, int *scaled, int *steps, int *flipped, int *turned,
          int *sums, int rows, int cols) {
    int n = rows * cols, blocks = (n + BLOCK - 1) / BLOCK;
    if (n == 0) return;
    scale<<<blocks, BLOCK / 2>>>(in, scaled, n);
    step<<<blocks, BLOCK>>>(in, steps, n);
    flip<<<blocks, BLOCK>>>(in, flipped, n);
    turn<<<blocks, BLOCK>>>(in, turned, n, cols);
    sum<<<blocks, BLOCK>>>(in, sums, n);
    repair<<<blocks, BLOCK>>>(in, scaled, steps, n);
}
