// rejected by: trap shared-race | case (sums overwrite the maxima)
// says: The sums go into the same shared array as the maxima. A barrier is missing before that array is used again.
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float part[8];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    float m = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += 256)
        m = fmaxf(m, x[c]);
    for (int d = 16; d > 0; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    if (lane == 0) part[warp] = m;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        m = fmaxf(m, part[w]);

    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 256)
        s += expf(x[c] - m);
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (lane == 0) part[warp] = s;
    __syncthreads();
    s = 0.0f;
    for (int w = 0; w < 8; w++)
        s += part[w];

    for (int c = threadIdx.x; c < cols; c += 256)
        y[c] = expf(x[c] - m) / s;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, 256>>>(in, out, cols);
}
