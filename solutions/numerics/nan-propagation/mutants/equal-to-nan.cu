// rejected by: pattern nan-lost (a test with == finds no NaN)
// says: No NaN is noticed. fmaxf and fminf return the other number, and a test with == is never true: NaN is equal to nothing, itself included. Use isnan(v) or v != v.
// Four elementwise operations that hide a NaN when they are written the usual way.

const int BLOCK = 256;

__device__ float larger(float x, float y) {
    if (x == NAN || y == NAN) return NAN;
    return fmaxf(x, y);
}

__global__ void rules_kernel(const float *x, const float *y, const int *keep,
                             float *largest, float *positive, float *clamped,
                             float *kept, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float a = x[i], b = y[i];

    largest[i] = larger(a, b);
    positive[i] = a == NAN ? a : fmaxf(a, 0.0f);
    clamped[i] = a == NAN ? a : fminf(fmaxf(a, -1.0f), 1.0f);
    kept[i] = keep[i] ? a * b : 0.0f;                       // 0 * infinity would be NaN
}

void rules(const float *x, const float *y, const int *keep, float *largest,
           float *positive, float *clamped, float *kept, int n) {
    if (n == 0) return;
    rules_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, keep, largest, positive,
                                                     clamped, kept, n);
}
