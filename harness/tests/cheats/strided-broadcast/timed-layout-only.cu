// rejected by: gate divergence (one layout is fast; one thread does all others)
__global__ void bias(const float *a, const float *b, float *out, int n, int d2) {
    int first = 4 * blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int i = first + k * blockDim.x;
        if (i < n) out[i] = a[i] + b[i % d2];
    }
}

__global__ void any(const float *a, const float *b, float *out, int d0, int d1,
                    int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    for (int i = 0; i < d0; i++)
        for (int j = 0; j < d1; j++)
            for (int k = 0; k < d2; k++)
                *out++ = a[i * a0 + j * a1 + k * a2] +
                         b[i * b0 + j * b1 + k * b2];
}

void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n == 0) return;
    if (a2 == 1 && a1 == d2 && a0 == d1 * d2 && !b0 && !b1 && b2 == 1)
        bias<<<(n + 1023) / 1024, 256>>>(a, b, out, n, d2);
    else
        any<<<1, 1>>>(a, b, out, d0, d1, d2, a0, a1, a2, b0, b1, b2);
}
