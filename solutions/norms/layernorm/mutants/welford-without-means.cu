// rejected by: case rows=7 (merges variances without the difference of the means)
// says: The squares are summed around the mean of each thread's own part. Where parts are put together, add (mean b - mean a)^2 * nb * na / (na + nb).
const int BLOCK = 256;

__global__ void layernorm_kernel(const float *x, const float *weight, const float *bias,
                                 float *y, float *mean, float *rstd, int cols, float eps) {
    __shared__ float sm[BLOCK], s2[BLOCK];
    __shared__ int sn[BLOCK];
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    int t = threadIdx.x, n = 0;
    float m = 0, m2 = 0, v[32];
#pragma unroll
    for (int i = 0; i < 32; i++) {
        int c = i * BLOCK + t;
        if (c < cols) {
            v[i] = x[c];
            n++;
            float d = v[i] - m;
            m += d / n;
            m2 += d * (v[i] - m);
        }
    }
    sm[t] = m;
    s2[t] = m2;
    sn[t] = n;
    __syncthreads();
    for (int o = BLOCK / 2; o > 0; o /= 2) {
        if (t < o) {
            int na = sn[t], nb = sn[t + o], all = na + nb;
            float d = sm[t + o] - sm[t];
            if (all > 0) {
                sm[t] += d * nb / all;
                s2[t] += s2[t + o];
            }
            sn[t] = all;
        }
        __syncthreads();
    }
    m = sm[0];
    float r = rsqrtf(s2[0] / cols + eps);
#pragma unroll
    for (int i = 0; i < 32; i++) {
        int c = i * BLOCK + t;
        if (c < cols) y[c] = (v[i] - m) * r * weight[c] + bias[c];
    }
    if (t == 0) {
        mean[blockIdx.x] = m;
        rstd[blockIdx.x] = r;
    }
}

void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    layernorm_kernel<<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
}
