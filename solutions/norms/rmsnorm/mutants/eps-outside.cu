// rejected by: case large eps (eps is added to the root)
// says: eps is added to the root. It belongs inside: 1 / sqrt(mean of x^2 + eps).
template <int EACH>
__global__ void rmsnorm_kernel(const float *x, const float *weight,
                               const float *dy, float *y, float *dx, int cols,
                               float eps) {
    __shared__ float squares[8], dots[8];
    size_t row = (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v[EACH], w[EACH], g[EACH], q = 0, s = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * 256;
        v[k] = c < cols ? x[row + c] : 0;
        w[k] = c < cols ? weight[c] : 0;
        g[k] = c < cols ? dy[row + c] : 0;
        q += v[k] * v[k];
        s += w[k] * g[k] * v[k];
    }
    for (int d = 16; d > 0; d /= 2) {
        q += __shfl_xor_sync(0xffffffff, q, d);
        s += __shfl_xor_sync(0xffffffff, s, d);
    }
    if (lane == 0) squares[warp] = q;
    if (lane == 0) dots[warp] = s;
    __syncthreads();
    q = s = 0;
    for (int i = 0; i < 8; i++) {
        q += squares[i];
        s += dots[i];
    }
    float r = 1 / (sqrtf(q / cols) + eps);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * 256;
        if (c >= cols) break;
        y[row + c] = v[k] * r * w[k];
        dx[row + c] = r * (w[k] * g[k] - v[k] * r * r * s / cols);
    }
}

void rmsnorm(const float *x, const float *weight, const float *dy, float *y,
             float *dx, int rows, int cols, float eps) {
    if (rows == 0) return;
    if (cols <= 1024)
        rmsnorm_kernel<4><<<rows, 256>>>(x, weight, dy, y, dx, cols, eps);
    else
        rmsnorm_kernel<32><<<rows, 256>>>(x, weight, dy, y, dx, cols, eps);
}
