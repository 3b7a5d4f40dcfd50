// rejected by: gate instructions (i k j: C is loaded and stored each time)
void matmul(const float *a, const float *b, float *c, long long *cost, int m,
            int n, int k) {
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * k + p] * b[p * n + j];
    }
    cost[0] = 2LL * m * n * k;
    cost[1] = 4 * ((long long)m * k + (long long)k * n + (long long)m * n);
}
