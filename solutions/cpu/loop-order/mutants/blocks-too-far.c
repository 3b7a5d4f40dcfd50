// rejected by: trap out-of-bounds (the last block goes past n)
enum { T = 32 };

void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n * n; i++)
        c[i] = 0;
    for (int i0 = 0; i0 < n; i0 += T)
        for (int k0 = 0; k0 < n; k0 += T)
            for (int i = i0; i < i0 + T; i++)
                for (int k = k0; k < k0 + T; k++)
                    for (int j = 0; j < n; j++)
                        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
