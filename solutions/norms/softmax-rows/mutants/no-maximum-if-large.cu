// rejected by: timed (the largest value is not taken off where the input is large)
__global__ void rows_kernel(const float *in, float *out, int cols, bool large) {
    __shared__ float part[8], all;
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols, most = -INFINITY, sum = 0;
    if (!large) {
        for (int i = threadIdx.x; i < cols; i += 256) most = fmaxf(most, x[i]);
        for (int d = 16; d; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
        if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = most;
        __syncthreads();
        for (int w = 0; w < 8; w++) most = fmaxf(most, part[w]);
        __syncthreads();
    } else most = 0;
    for (int i = threadIdx.x; i < cols; i += 256) sum += expf(x[i] - most);
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < 8; w++) sum += part[w];
    for (int i = threadIdx.x; i < cols; i += 256) y[i] = expf(x[i] - most) / sum;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows && cols) rows_kernel<<<rows, 256>>>(in, out, cols, rows * (long long)cols > 1000000);
}
