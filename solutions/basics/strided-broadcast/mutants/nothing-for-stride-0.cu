// rejected by: case (b counts as 0 where its last stride is 0)
// says: Where the last stride of b is 0, nothing is added. A stride of 0 does not mean that there is no b: the same element is used for all k.
struct Strides {
    int s0, s1, s2;
};

__global__ void add_kernel(const float *a, const float *b, float *out, int d0,
                           int d1, int d2, Strides as, Strides bs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= d0 * d1 * d2) return;
    int k = t % d2;
    int j = t / d2 % d1;
    int i = t / (d1 * d2);
    int y = i * bs.s0 + j * bs.s1 + k * bs.s2;
    out[t] = a[i * as.s0 + j * as.s1 + k * as.s2] + (bs.s2 == 0 ? 0 : b[y]);
}

void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n == 0) return;
    add_kernel<<<(n + 255) / 256, 256>>>(
        a, b, out, d0, d1, d2, Strides{a0, a1, a2}, Strides{b0, b1, b2});
}
