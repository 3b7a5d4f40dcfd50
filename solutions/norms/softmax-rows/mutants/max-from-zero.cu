// rejected by: case all near -1e4 (the maximum starts at 0: 0 over 0)
// says: The maximum of a row is never below 0 here: it begins at 0 (FLT_MIN is a tiny positive number, too), or a 0 stands in for a missing warp or thread. For a sum that is right. A maximum needs -INFINITY there.
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float maxima[8], sums[8];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    float m = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 256)
        m = fmaxf(m, x[c]);
    for (int d = 16; d > 0; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    if (lane == 0) maxima[warp] = m;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        m = fmaxf(m, maxima[w]);

    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 256)
        s += expf(x[c] - m);
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (lane == 0) sums[warp] = s;
    __syncthreads();
    s = 0.0f;
    for (int w = 0; w < 8; w++)
        s += sums[w];

    for (int c = threadIdx.x; c < cols; c += 256)
        y[c] = expf(x[c] - m) / s;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, 256>>>(in, out, cols);
}
