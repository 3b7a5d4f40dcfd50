// rejected by: gate l1_misses (i innermost: both A and C are walked by columns)
void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n * n; i++)
        c[i] = 0;
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}
