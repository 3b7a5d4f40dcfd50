// rejected by: case (leaves C out of the bytes)
// says: `cost[1]` counts A and B only. The result moves, too: each number of C is stored once.
// C = A B with blocks of C, 4 by 16, in registers. A panel of B, 16 columns wide,
// stays in the first-level cache while all rows of A pass by.
typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

enum { ROWS = 4, COLS = 16 };

// A block of C: its sums stay in registers while p runs.
static void whole_block(const float *a, const float *b, float *c, int n,
                        int k) {
    Eight s[ROWS][2] = {0};
    for (int p = 0; p < k; p++) {
        Eight left = *(const Eight *)(b + p * n);
        Eight right = *(const Eight *)(b + p * n + 8);
        for (int r = 0; r < ROWS; r++) {
            s[r][0] += a[r * k + p] * left;
            s[r][1] += a[r * k + p] * right;
        }
    }
    for (int r = 0; r < ROWS; r++) {
        *(Eight *)(c + r * n) = s[r][0];
        *(Eight *)(c + r * n + 8) = s[r][1];
    }
}

// What no block covers.
static void edge(const float *a, const float *b, float *c, int n, int k,
                 int rows, int cols) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
}

void matmul(const float *a, const float *b, float *c, long long *cost, int m,
            int n, int k) {
    int rows = m / ROWS * ROWS, cols = n / COLS * COLS;
    for (int j = 0; j < cols; j += COLS)
        for (int i = 0; i < rows; i += ROWS)
            whole_block(a + i * k, b + j, c + i * n + j, n, k);
    edge(a, b + cols, c + cols, n, k, rows, n - cols);
    edge(a + rows * k, b, c + rows * n, n, k, m - rows, n);
    cost[0] = 2LL * m * n * k;
    cost[1] = 4 * ((long long)m * k + (long long)k * n);
}
