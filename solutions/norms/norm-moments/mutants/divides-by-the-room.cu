// rejected by: case rows=7 (divides both sums by the longest row a block can take)
// says: Both sums are divided by the elements a block has room for, 4096. Divide them by cols, the length of the row.
const int BLOCK = 256;
const int EACH = 16;
__device__ float block_sum(float x) {
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    s[t] = x;
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    float r = s[0];
    __syncthreads();
    return r;
}
__global__ void moments_kernel(const float *in, float *mean, float *var, int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float v[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = k * BLOCK + threadIdx.x;
        v[k] = c < cols ? x[c] : 0.0f;
    }
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++) sum += v[k];
    float m = block_sum(sum) / (BLOCK * EACH);
    float q = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = k * BLOCK + threadIdx.x;
        if (c < cols) q += (v[k] - m) * (v[k] - m);
    }
    q = block_sum(q) / (BLOCK * EACH);
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        var[blockIdx.x] = q;
    }
}
void moments(const float *in, float *mean, float *var, int rows, int cols) {
    if (rows == 0) return;
    moments_kernel<<<rows, BLOCK>>>(in, mean, var, cols);
}
