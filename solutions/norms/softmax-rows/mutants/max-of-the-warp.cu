// rejected by: case rows=3 (each warp subtracts a maximum of its own)
// says: Each warp subtracts its own maximum. All need the maximum of the whole row.
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float sums[8];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    float m = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += 256)
        m = fmaxf(m, x[c]);
    for (int d = 16; d > 0; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));

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
