// A row of at most 4096 floats for each block of 256 threads.
__global__ void softmax(const float *in, float *out, int cols) {
    __shared__ float part[8];
    float v[16], most = -INFINITY, sum = 0;
    const float *x = in + (size_t)blockIdx.x * cols;
    for (int k = 0; k < 16; k++) {
        int c = threadIdx.x + 256 * k;
        v[k] = c < cols ? x[c] : -INFINITY;
        most = fmaxf(most, v[k]);
    }
    for (int d = 16; d; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = most;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        most = fmaxf(most, part[w]);
    __syncthreads();
    for (int k = 0; k < 16; k++)
        sum += v[k] = most == -INFINITY ? 0 : expf(v[k] - most);
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < 8; w++)
        sum += part[w];
    for (int k = 0; k < 16; k++) {
        int c = threadIdx.x + 256 * k;
        if (c < cols) out[(size_t)blockIdx.x * cols + c] = sum == 0 ? 0 : v[k] / sum;
    }
}
