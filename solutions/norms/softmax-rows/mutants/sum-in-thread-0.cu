// rejected by: case rows=300 (only thread 0 knows the sum of the row)
// says: Only thread 0 divides by the sum of the row. The other threads divide by the sum of their own warp. All threads need the sum of all warps.
const int BLOCK = 256;

__device__ float block_max(float v) {
    __shared__ float part[8];
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        v = fmaxf(v, part[w]);
    return v;
}

__device__ float block_sum(float v) {
    __shared__ float part[8];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < 8; w++)
            v += part[w];
    return v;
}

__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    float most = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        most = fmaxf(most, x[c]);
    most = block_max(most);
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf(x[c] - most);
    sum = block_sum(sum);
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - most) / sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, rows, cols);
}
