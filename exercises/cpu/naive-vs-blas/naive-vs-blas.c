// C = A B and what it costs on paper. A is m by k, B is k by n, row-major.
void matmul(const float *a, const float *b, float *c, long long *cost, int m,
            int n, int k) {
    // TODO: a block of C in registers.
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
    }
    cost[0] = 0; // TODO: operations
    cost[1] = 0; // TODO: bytes
}
