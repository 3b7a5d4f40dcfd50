// rejected by: case keep is any number (keeps an element only if keep is odd)
// says: Only keep with its lowest bit set counts. Any number other than 0 keeps the element.
const int BLOCK = 256;

__global__ void rules_kernel(const float *x, const float *y, const int *keep,
                             float *largest, float *positive, float *clamped,
                             float *kept, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float a = x[i], b = y[i];
    int flag = keep[i] & 1;

    // A comparison with NaN is false: the branch taken then keeps it.
    largest[i] = isnan(a) ? a : (a > b ? a : b);
    positive[i] = a <= 0.0f ? 0.0f : a;
    clamped[i] = a < -1.0f ? -1.0f : (a > 1.0f ? 1.0f : a);
    kept[i] = flag ? a * b : 0.0f;
}

void rules(const float *x, const float *y, const int *keep, float *largest,
           float *positive, float *clamped, float *kept, int n) {
    if (n == 0) return;
    rules_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, keep, largest, positive,
                                                     clamped, kept, n);
}
