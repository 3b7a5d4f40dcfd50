// The row waits in dynamic shared memory, x and w * dy, as much as it needs.
// Each thread reads back only what it stored itself, so the only barrier is
// the one for the sums. After that every warp adds all 384 partial sums.
const int THREADS = 384;

__global__ void norm_shared(const float *x, const float *weight, const float *dy, float *y,
                            float *dx, int cols, float eps) {
    extern __shared__ float keep[];
    __shared__ float sq[THREADS], pr[THREADS];
    float *kx = keep, *kg = keep + cols;
    const size_t off = (size_t)blockIdx.x * cols;
    const int tid = threadIdx.x;

    float a = 0.0f, b = 0.0f;
    for (int c = tid; c < cols; c += THREADS) {
        float v = x[off + c];
        float g = weight[c] * dy[off + c];
        kx[c] = v;
        kg[c] = g;
        a += v * v;
        b += v * g;
    }
    sq[tid] = a;
    pr[tid] = b;
    __syncthreads();

    a = b = 0.0f;
    for (int t = tid % 32; t < THREADS; t += 32) {
        a += sq[t];
        b += pr[t];
    }
    for (int d = 16; d >= 1; d /= 2) {
        a += __shfl_xor_sync(0xffffffff, a, d);
        b += __shfl_xor_sync(0xffffffff, b, d);
    }

    float r = 1.0f / sqrtf(a / cols + eps);
    float q = r * r * (b / cols);
    for (int c = tid; c < cols; c += THREADS) {
        y[off + c] = kx[c] * r * weight[c];
        dx[off + c] = r * (kg[c] - kx[c] * q);
    }
}

void rmsnorm(const float *x, const float *weight, const float *dy, float *y,
             float *dx, int rows, int cols, float eps) {
    if (rows == 0) return;
    size_t bytes = 2 * sizeof(float) * (size_t)cols;
    cudaFuncSetAttribute(norm_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         2 * 8192 * sizeof(float));
    norm_shared<<<rows, THREADS, bytes>>>(x, weight, dy, y, dx, cols, eps);
}
