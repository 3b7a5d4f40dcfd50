// out(i,j,k) = a(i,j,k) + b(i,j,k), a and b with any strides.

struct Strides {
    int s0, s1, s2;
};

__global__ void add_kernel(const float *a, const float *b, float *out, int d0,
                           int d1, int d2, Strides as, Strides bs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= d0 * d1 * d2) return;

    // TODO: this broadcasts both operands along all axes. Compute i, j and k
    // from t, and each operand's index from them and its strides.
    (void)as, (void)bs;
    out[t] = a[0] + b[0];
}

void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n == 0) return;
    add_kernel<<<(n + 255) / 256, 256>>>(
        a, b, out, d0, d1, d2, Strides{a0, a1, a2}, Strides{b0, b1, b2});
}
