// rejected by: gate traffic (reads every row twice)
__device__ float block_sum(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < 8; w++)
        v += part[w];
    return v;
}

__global__ void welford_kernel(const float *in, const int *lengths, float *mean,
                               float *var, int cols) {
    __shared__ float part[2][8];
    const float *x = in + (size_t)blockIdx.x * cols;
    int n = lengths[blockIdx.x];
    float sum = 0, squares = 0;
    for (int c = threadIdx.x; c < n; c += 256)
        sum += x[c];
    float m = n > 0 ? block_sum(sum, part[0]) / n : 0;
    for (int c = threadIdx.x; c < n; c += 256)
        squares += (x[c] - m) * (x[c] - m);
    squares = block_sum(squares, part[1]);
    if (threadIdx.x > 0) return;
    mean[blockIdx.x] = m;
    var[blockIdx.x] = n > 0 ? squares / n : 0;
}

void welford(const float *in, const int *lengths, float *mean, float *var,
             int rows, int cols) {
    if (rows == 0) return;
    welford_kernel<<<rows, 256>>>(in, lengths, mean, var, cols);
}
