// rejected by: gate l1_misses (the innermost loop goes down a column of the block)
enum { ROWS = 64, COLS = 64 };

static int least(int x, int y) {
    return x < y ? x : y;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    for (int i = 0; i < m * n; i++)
        c[i] = 0;
    for (int pp = 0; pp < k; pp += ROWS)
        for (int jj = 0; jj < n; jj += COLS)
            for (int i = 0; i < m; i++)
                for (int j = jj; j < least(jj + COLS, n); j++) {
                    float sum = 0;
                    for (int p = pp; p < least(pp + ROWS, k); p++)
                        sum += a[i * k + p] * b[p * n + j];
                    c[i * n + j] += sum;
                }
}
