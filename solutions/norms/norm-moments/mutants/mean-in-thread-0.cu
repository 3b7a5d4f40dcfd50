// rejected by: case cols=31 (thread 0 alone has the mean of the row)
// says: Thread 0 alone has the mean of the row, and the others subtract another number. After the first sum, hand the mean to all threads of the block.
// Mean and variance of rows: one block per row, one read of memory.

const int BLOCK = 256;
const int EACH = 16; // elements per thread: BLOCK * EACH is the longest row

__device__ float block_sum(float v) {
    __shared__ float part[BLOCK / 32];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float s = threadIdx.x < BLOCK / 32 ? part[threadIdx.x] : 0.0f;
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    return s;
}

__global__ void moments_kernel(const float *in, float *mean, float *var,
                               int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float v[EACH];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        v[k] = c < cols ? x[c] : 0.0f;
        sum += v[k];
    }
    float m = block_sum(sum) / cols;
    float sq = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        if (threadIdx.x + k * BLOCK < cols) sq += (v[k] - m) * (v[k] - m);
    sq = block_sum(sq);
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        var[blockIdx.x] = sq / cols;
    }
}

// cols is at least 1 and at most BLOCK * EACH.
void moments(const float *in, float *mean, float *var, int rows, int cols) {
    if (rows == 0) return;
    moments_kernel<<<rows, BLOCK>>>(in, mean, var, cols);
}
