// rejected by: gate instructions (one sum at a time)
void matmul(const float *a, const float *b, float *c, long long *cost, int m,
            int n, int k) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
    cost[0] = 2LL * m * n * k;
    cost[1] = 4 * ((long long)m * k + (long long)k * n + (long long)m * n);
}
