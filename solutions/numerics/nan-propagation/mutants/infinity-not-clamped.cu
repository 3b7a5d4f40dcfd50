// rejected by: pattern infinite (an infinity is left as it is)
// says: `clamped` leaves an infinity as it is, because isfinite is false for it. Only a NaN passes; infinity becomes 1, and -infinity -1.
// Four elementwise operations that hide a NaN when they are written the usual way.

const int BLOCK = 256;

// fmaxf returns the other one if one is NaN. Every comparison with NaN is false.
__device__ float larger(float x, float y) {
    if (isnan(x) || isnan(y)) return NAN;
    return fmaxf(x, y);
}

__global__ void rules_kernel(const float *x, const float *y, const int *keep,
                             float *largest, float *positive, float *clamped,
                             float *kept, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float a = x[i], b = y[i];

    largest[i] = larger(a, b);
    positive[i] = a <= 0.0f ? 0.0f : a;                     // false for NaN: it stays
    clamped[i] = isfinite(a) ? fminf(fmaxf(a, -1.0f), 1.0f) : a;
    kept[i] = keep[i] ? a * b : 0.0f;                       // 0 * infinity would be NaN
}

void rules(const float *x, const float *y, const int *keep, float *largest,
           float *positive, float *clamped, float *kept, int n) {
    if (n == 0) return;
    rules_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, keep, largest, positive,
                                                     clamped, kept, n);
}
