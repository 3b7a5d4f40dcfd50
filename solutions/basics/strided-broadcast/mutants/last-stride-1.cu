// rejected by: case a transposed | trap out-of-bounds (takes a2, b2 for 1)
// says: The last stride is taken for 1. It is a2 for a, and b2 for b.
__global__ void add_kernel(const float *a, const float *b, float *out, int d0,
                           int d1, int d2, int a0, int a1, int a2, int b0,
                           int b1, int b2) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= d0 * d1 * d2) return;
    int k = t % d2;
    int j = t / d2 % d1;
    int i = t / d2 / d1;
    out[t] = a[i * a0 + j * a1 + k] + b[i * b0 + j * b1 + k];
}

void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n == 0) return;
    add_kernel<<<(n + 255) / 256, 256>>>(a, b, out, d0, d1, d2, a0, a1, a2, b0,
                                         b1, b2);
}
