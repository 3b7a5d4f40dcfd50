// rejected by: case cols=1025 (one element per thread: longer rows lose theirs)
// says: Each thread takes one element, so a row longer than the block loses the rest. Each thread has to go on in steps of the block size.
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float maxima[32], sums[32];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    float m = -INFINITY;
    int c = threadIdx.x;
    if (c < cols) m = fmaxf(m, x[c]);
    for (int d = 16; d > 0; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    if (lane == 0) maxima[warp] = m;
    __syncthreads();
    for (int w = 0; w < 32; w++)
        m = fmaxf(m, maxima[w]);

    float s = 0.0f;
    if (c < cols) s += expf(x[c] - m);
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (lane == 0) sums[warp] = s;
    __syncthreads();
    s = 0.0f;
    for (int w = 0; w < 32; w++)
        s += sums[w];

    if (c < cols) y[c] = expf(x[c] - m) / s;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, 1024>>>(in, out, cols);
}
