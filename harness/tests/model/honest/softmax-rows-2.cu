// Softmax of rows, stable and online: maximum and sum in one pass, so that a
// row is read twice. 512 threads per row.

const int BLOCK = 512;
const int WARPS = BLOCK / 32;

__device__ void merge(float &m, float &s, float m2, float s2) {
    float most = fmaxf(m, m2);
    s = s * expf(m - most) + s2 * expf(m2 - most);
    m = most;
}

__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    __shared__ float ms[WARPS], ss[WARPS];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    float m = -3.402823466e+38f, s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float v = x[c];
        if (v > m) {
            s *= expf(m - v);
            m = v;
        }
        s += expf(v - m);
    }
    for (int d = 16; d > 0; d /= 2) {
        float m2 = __shfl_xor_sync(0xffffffffu, m, d);
        float s2 = __shfl_xor_sync(0xffffffffu, s, d);
        merge(m, s, m2, s2);
    }
    if (threadIdx.x % 32 == 0) {
        ms[threadIdx.x / 32] = m;
        ss[threadIdx.x / 32] = s;
    }
    __syncthreads();
    m = ms[threadIdx.x % WARPS];
    s = ss[threadIdx.x % WARPS];
    for (int d = WARPS / 2; d > 0; d /= 2) {
        float m2 = __shfl_xor_sync(0xffffffffu, m, d);
        float s2 = __shfl_xor_sync(0xffffffffu, s, d);
        merge(m, s, m2, s2);
    }

    float scale = 1.0f / s;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - m) * scale;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, rows, cols);
}
