// rejected by: gate divergence (3 of 32 lanes have an element)
__global__ void add_kernel(const float *a, const float *b, float *out, int d0,
                           int d1, int d2, int a0, int a1, int a2, int b0,
                           int b1, int b2) {
    int k = blockIdx.x * 32 + threadIdx.x;
    int j = blockIdx.y * 8 + threadIdx.y;
    int i = blockIdx.z;
    if (j >= d1 || k >= d2) return;
    out[(i * d1 + j) * d2 + k] =
        a[i * a0 + j * a1 + k * a2] + b[i * b0 + j * b1 + k * b2];
}

void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    if (d0 == 0 || d1 == 0 || d2 == 0) return;
    dim3 grid((d2 + 31) / 32, (d1 + 7) / 8, d0);
    add_kernel<<<grid, dim3(32, 8)>>>(a, b, out, d0, d1, d2, a0, a1, a2, b0, b1,
                                      b2);
}
