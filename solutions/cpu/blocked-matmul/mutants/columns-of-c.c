// rejected by: case (every block adds to the first columns of C)
// says: Block jj of B belongs to the columns of C from jj on. Here all blocks add to the first columns.
// C = A B in blocks of B. A block of 32 by 128 floats has 16 KiB: half of the
// first level, which leaves room for the piece of a row of C that it adds to.
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
    for (int jj = 0; jj < n; jj += COLS)
        for (int pp = 0; pp < k; pp += ROWS)
            for (int i = 0; i < m; i++)
                add_block(a + i * k + pp, b + pp * n + jj, c + i * n, n,
                          least(ROWS, k - pp), least(COLS, n - jj));
}
