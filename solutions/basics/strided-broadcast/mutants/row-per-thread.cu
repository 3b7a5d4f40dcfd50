// rejected by: gate coalescing (a thread walks along the last axis)
__global__ void add_kernel(const float *a, const float *b, float *out, int d0,
                           int d1, int d2, int a0, int a1, int a2, int b0,
                           int b1, int b2) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= d0 * d1) return;
    int j = row % d1, i = row / d1;
    for (int k = 0; k < d2; k++)
        out[row * d2 + k] =
            a[i * a0 + j * a1 + k * a2] + b[i * b0 + j * b1 + k * b2];
}

void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    if (d0 == 0 || d1 == 0 || d2 == 0) return;
    add_kernel<<<(d0 * d1 + 255) / 256, 256>>>(a, b, out, d0, d1, d2, a0, a1,
                                               a2, b0, b1, b2);
}
