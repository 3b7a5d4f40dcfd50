// rejected by: gate local_requests (v[n++]: the array is in local memory)
template <int EACH>
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float maxima[8], sums[8];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v[EACH], m = -INFINITY, s = 0.0f;

    int n = 0;
    for (int c = threadIdx.x; c < cols; c += 256) {
        m = fmaxf(m, x[c]);
        v[n++] = x[c];
    }
    for (int d = 16; d > 0; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, d));
    if (lane == 0) maxima[warp] = m;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        m = fmaxf(m, maxima[w]);

    for (int k = 0; k < n; k++) {
        v[k] = expf(v[k] - m);
        s += v[k];
    }
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (lane == 0) sums[warp] = s;
    __syncthreads();
    s = 0.0f;
    for (int w = 0; w < 8; w++)
        s += sums[w];

    for (int k = 0; k < n; k++)
        y[threadIdx.x + k * 256] = v[k] / s;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    if (cols <= 1024)
        softmax_kernel<4><<<rows, 256>>>(in, out, cols);
    else if (cols <= 4096)
        softmax_kernel<16><<<rows, 256>>>(in, out, cols);
    else
        softmax_kernel<32><<<rows, 256>>>(in, out, cols);
}
