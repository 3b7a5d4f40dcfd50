// C = A B; A is m by k, B is k by n, all row-major. Right, and in a good order.
// TODO: blocks of B that stay in the cache while all rows of A pass by.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * k + p] * b[p * n + j];
    }
}
