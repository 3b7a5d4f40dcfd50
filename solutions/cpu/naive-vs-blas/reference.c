void reference(const float *a, const float *b, double *c, long long *cost,
               int m, int n, int k) {
    long long rows = m, cols = n, deep = k;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int p = 0; p < k; p++)
                sum += (double)a[i * deep + p] * b[p * cols + j];
            c[i * cols + j] = sum;
        }
    cost[0] = 2 * rows * cols * deep;
    cost[1] = 4 * (rows * deep + deep * cols + rows * cols);
}
