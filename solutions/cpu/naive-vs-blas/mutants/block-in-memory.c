// rejected by: gate instructions (a block of sums that gcc keeps in memory)
enum { ROWS = 4, COLS = 16 };

// The elements of C from row `row` and column `col` on, one by one.
static void edge(const float *a, const float *b, float *c, int row, int col,
                 int m, int n, int k) {
    for (int i = row; i < m; i++)
        for (int j = col; j < n; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
}

void matmul(const float *a, const float *b, float *c, long long *cost, int m,
            int n, int k) {
    int rows = m / ROWS * ROWS, cols = n / COLS * COLS;
    for (int i = 0; i < rows; i += ROWS)
        for (int j = 0; j < cols; j += COLS) {
            float sums[ROWS][COLS] = {{0}};
            for (int p = 0; p < k; p++)
                for (int r = 0; r < ROWS; r++)
                    for (int q = 0; q < COLS; q++)
                        sums[r][q] += a[(i + r) * k + p] * b[p * n + j + q];
            for (int r = 0; r < ROWS; r++)
                for (int q = 0; q < COLS; q++)
                    c[(i + r) * n + j + q] = sums[r][q];
        }
    edge(a, b, c, 0, cols, rows, n, k);
    edge(a, b, c, rows, 0, m, n, k);
    cost[0] = 2LL * m * n * k;
    cost[1] = 4 * ((long long)m * k + (long long)k * n + (long long)m * n);
}
