// rejected by: trap bad-launch | case rows=1 cols=70001 (the row is kept in shared memory)
// Softmax: the row waits in shared memory, and three plain passes go over it there.
const int BLOCK = 256;

__device__ float whole(float v, bool most) {
    __shared__ float part[BLOCK / 32];
    for (int d = 16; d > 0; d /= 2) {
        float w = __shfl_xor_sync(~0u, v, d);
        v = most ? fmaxf(v, w) : v + w;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (int w = 1; w < BLOCK / 32; w++)
        v = most ? fmaxf(v, part[w]) : v + part[w];
    return v;
}

__global__ void softmax_kernel(const float *in, float *out, int cols) {
    extern __shared__ float row[];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    float most = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        most = fmaxf(most, row[c] = x[c]);
    most = whole(most, true);
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += row[c] = expf(row[c] - most);
    sum = whole(sum, false);
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = row[c] / sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    int bytes = cols * (int)sizeof(float); // up to 57000 columns
    cudaFuncSetAttribute(softmax_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    softmax_kernel<<<rows, BLOCK, bytes>>>(in, out, cols);
}
