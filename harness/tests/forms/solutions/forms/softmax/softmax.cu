// Softmax of each row: a block for each.

enum { THREADS = 128, WARPS = THREADS / 32 };

__device__ float block_largest(float v, float *shared) {
    for (int step = 16; step > 0; step /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, step));
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        v = fmaxf(v, shared[w]);
    return v;
}

__device__ float block_sum(float v, float *shared) {
    for (int step = 16; step > 0; step /= 2)
        v += __shfl_xor_sync(0xffffffff, v, step);
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < WARPS; w++)
        v += shared[w];
    return v;
}

__global__ void softmax_rows(const float *in, float *out, int cols) {
    __shared__ float largest[WARPS], sums[WARPS];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    float most = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += THREADS)
        most = fmaxf(most, x[c]);
    most = block_largest(most, largest);
    for (int c = threadIdx.x; c < cols; c += THREADS)
        sum += expf(x[c] - most);
    sum = block_sum(sum, sums);
    for (int c = threadIdx.x; c < cols; c += THREADS)
        y[c] = expf(x[c] - most) / sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows > 0) softmax_rows<<<rows, THREADS>>>(in, out, cols);
}
