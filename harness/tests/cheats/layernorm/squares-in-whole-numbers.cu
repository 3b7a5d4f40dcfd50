// rejected by: case large values | case small values (E[x^2] - E[x]^2 in whole numbers of 64 bits)
// The formula that cancels, where no double shows: x in steps of 2^-24, as far as they reach.
const int BLOCK = 256;

template <int EACH>
__global__ void one_pass(const float *x, const float *weight, const float *bias, float *y,
                         float *mean, float *rstd, int cols, float eps) {
    __shared__ long long part[2][BLOCK / 32];
    __shared__ float both[2];
    x += (size_t)blockIdx.x * cols, y += (size_t)blockIdx.x * cols;
    float v[EACH];
    long long s = 0, q = 0;
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        v[k] = c < cols ? x[c] : 0.0f;
    }
    for (int k = 0; k < EACH; k++) {
        int step = __float2int_rn(v[k] * 16777216.0f);
        s += step, q += (long long)step * step >> 6;
    }
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(~0u, s, d), q += __shfl_xor_sync(~0u, q, d);
    if (threadIdx.x % 32 == 0) part[0][threadIdx.x / 32] = s, part[1][threadIdx.x / 32] = q;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = q = 0;
        for (int w = 0; w < BLOCK / 32; w++)
            s += part[0][w], q += part[1][w];
        double m = (double)s / cols / 16777216, squares = 64.0 * q / cols / 281474976710656;
        mean[blockIdx.x] = both[0] = m;
        rstd[blockIdx.x] = both[1] = rsqrtf((float)(squares - m * m) + eps);
    }
    __syncthreads();
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        if (c < cols) y[c] = (v[k] - both[0]) * both[1] * weight[c] + bias[c];
    }
}

void layernorm(const float *x, const float *weight, const float *bias, float *y, float *mean,
               float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    auto kernel = cols <= 4 * BLOCK ? one_pass<4> : cols <= 16 * BLOCK ? one_pass<16> : one_pass<32>;
    kernel<<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
}
