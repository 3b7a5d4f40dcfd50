// rejected by: case (an element that is not kept is NaN if x or y is)
// says: An element that is not kept is NaN if x or y is. It is 0, whatever they are.
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
    clamped[i] = a < -1.0f ? -1.0f : a > 1.0f ? 1.0f : a;   // likewise
    kept[i] = isnan(a) || isnan(b) ? NAN : keep[i] ? a * b : 0.0f;
}

void rules(const float *x, const float *y, const int *keep, float *largest,
           float *positive, float *clamped, float *kept, int n) {
    if (n == 0) return;
    rules_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, keep, largest, positive,
                                                     clamped, kept, n);
}
