// rejected by: case b a bias per row (a last stride of 0 is taken for one number)
// says: Where the last stride of b is 0, element 0 is used for all of out. A stride of 0 says only that k does not move the index: i and j still do. Use all three strides, without a special case.
__global__ void add_kernel(const float *a, const float *b, float *out, int n,
                           int d1, int d2, int a0, int a1, int a2, int b0,
                           int b1, int b2) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int k = t % d2, j = t / d2 % d1, i = t / d2 / d1;
    float other = b2 == 0 ? b[0] : b[i * b0 + j * b1 + k * b2];
    out[t] = a[i * a0 + j * a1 + k * a2] + other;
}

void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n == 0) return;
    add_kernel<<<(n + 255) / 256, 256>>>(a, b, out, n, d1, d2, a0, a1, a2, b0,
                                         b1, b2);
}
