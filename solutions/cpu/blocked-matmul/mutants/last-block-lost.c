// rejected by: case (leaves the partial blocks out)
// says: The partial blocks at the ends are left out. End each block at the lesser of its end and that of the matrix.
enum { ROWS = 32, COLS = 128 };

static int least(int a, int b) {
    return a < b ? a : b;
}

static void add_block(const float *a, const float *b, float *restrict c, int n,
                      int rows, int cols) {
    for (int p = 0; p < rows; p++)
        for (int j = 0; j < cols; j++)
            c[j] += a[p] * b[p * n + j];
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    for (int i = 0; i < m * n; i++)
        c[i] = 0;
    for (int jj = 0; jj + COLS <= n; jj += COLS)
        for (int pp = 0; pp < k; pp += ROWS)
            for (int i = 0; i < m; i++)
                add_block(a + i * k + pp, b + pp * n + jj, c + i * n + jj, n,
                          least(ROWS, k - pp), least(COLS, n - jj));
}
