// rejected by: case all -3e38 (the maximum begins at -1e30)
// says: The maximum begins at a finite number, and a row can lie below it. Begin at -INFINITY.
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
    v = 0.0f;
    for (int w = 0; w < 8; w++)
        v += part[w];
    return v;
}

__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    float most = -1e30f;
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
