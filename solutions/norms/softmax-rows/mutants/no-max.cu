// rejected by: case values up to 1e4 (expf overflows: infinity over infinity)
// says: The row's maximum is not subtracted: expf of a large number is infinite, and expf of a very negative one is 0.
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float sums[8];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 256)
        s += expf(x[c]);
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (lane == 0) sums[warp] = s;
    __syncthreads();
    s = 0.0f;
    for (int w = 0; w < 8; w++)
        s += sums[w];

    for (int c = threadIdx.x; c < cols; c += 256)
        y[c] = expf(x[c]) / s;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, 256>>>(in, out, cols);
}
