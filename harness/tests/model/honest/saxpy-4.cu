// SAXPY with 16-byte accesses, two per thread; the tail goes one by one.

const int THREADS = 256;

__device__ float4 axpy4(float a, float4 x, float4 y) {
    y.x = a * x.x + y.x;
    y.y = a * x.y + y.y;
    y.z = a * x.z + y.z;
    y.w = a * x.w + y.w;
    return y;
}

__global__ void saxpy_vector(float a, const float4 *__restrict__ x,
                             float4 *__restrict__ y, int quads) {
    int i = blockIdx.x * (2 * THREADS) + threadIdx.x;
    int j = i + THREADS;
    if (j < quads) {
        float4 x0 = x[i], x1 = x[j];
        float4 y0 = y[i], y1 = y[j];
        y[i] = axpy4(a, x0, y0);
        y[j] = axpy4(a, x1, y1);
    } else if (i < quads) {
        y[i] = axpy4(a, x[i], y[i]);
    }
}

__global__ void saxpy_scalar(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n <= 0) return;
    bool aligned = (size_t)x % 16 == 0 && (size_t)y % 16 == 0;
    int quads = aligned ? n / 4 : 0;
    int rest = n - 4 * quads;
    if (quads > 0)
        saxpy_vector<<<(quads + 2 * THREADS - 1) / (2 * THREADS), THREADS>>>(
            a, (const float4 *)x, (float4 *)y, quads);
    if (rest > 0)
        saxpy_scalar<<<(rest + THREADS - 1) / THREADS, THREADS>>>(
            a, x + 4 * quads, y + 4 * quads, rest);
}
