// rejected by: pattern nan-lost (x > y is false if x is NaN)
// says: `largest` loses a NaN in x: NaN > y is false, so y is taken. A NaN in y passes by luck. Ask isnan(x) as well.
// Four elementwise operations that hide a NaN when they are written the usual way.

const int BLOCK = 256;

__device__ float larger(float x, float y) {
    return x > y ? x : y;
}

__global__ void rules_kernel(const float *x, const float *y, const int *keep,
                             float *largest, float *positive, float *clamped,
                             float *kept, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float a = x[i], b = y[i];

    largest[i] = larger(a, b);
    positive[i] = a <= 0.0f ? 0.0f : a;                     // false for NaN: it stays
    clamped[i] = a < -1.0f ? -1.0f : a > 1.0f ? 1.0f : a;   // likewise
    kept[i] = keep[i] ? a * b : 0.0f;                       // 0 * infinity would be NaN
}

void rules(const float *x, const float *y, const int *keep, float *largest,
           float *positive, float *clamped, float *kept, int n) {
    if (n == 0) return;
    rules_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, keep, largest, positive,
                                                     clamped, kept, n);
}
