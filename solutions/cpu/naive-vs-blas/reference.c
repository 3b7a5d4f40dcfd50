void reference(const float *a, const float *b, double *c, long long *cost,
               int m, int n, int k) {
    long long rows = m, cols = n, deep = k;
    for (int i = 0; i < m; i++) {
        double *row = c + i * cols;
        for (int j = 0; j < n; j++)
            row[j] = 0;
        for (int p = 0; p < k; p++) {
            double by = a[i * deep + p];
            if (by == 0) continue;
            for (int j = 0; j < n; j++)
                row[j] += by * b[p * cols + j];
        }
    }
    cost[0] = 2 * rows * cols * deep;
    cost[1] = 4 * (rows * deep + deep * cols + rows * cols);
}
