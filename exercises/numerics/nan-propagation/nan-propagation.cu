// Four elementwise operations.
//
// TODO: right for ordinary numbers. What does each of them make of NaN and infinity?

const int BLOCK = 256;

__global__ void rules_kernel(const float *x, const float *y, const int *keep,
                             float *largest, float *positive, float *clamped,
                             float *kept, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float a = x[i], b = y[i];

    largest[i] = fmaxf(a, b);
    positive[i] = fmaxf(a, 0.0f);
    clamped[i] = fminf(fmaxf(a, -1.0f), 1.0f);
    kept[i] = keep[i] * a * b;
}

void rules(const float *x, const float *y, const int *keep, float *largest,
           float *positive, float *clamped, float *kept, int n) {
    if (n == 0) return;
    rules_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, keep, largest, positive,
                                                     clamped, kept, n);
}
