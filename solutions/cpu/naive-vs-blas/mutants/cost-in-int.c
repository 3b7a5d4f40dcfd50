// rejected by: trap undefined-behaviour | case (computes the cost in int, and stores it into a long long)
typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

// C = A B and what it costs on paper. A is m by k, B is k by n, row-major.
void matmul(const float *a, const float *b, float *c, long long *cost, int m,
            int n, int k) {
    int rows = m / 4 * 4, columns = n / 16 * 16;
    for (int i = 0; i < rows; i += 4)
        for (int j = 0; j < columns; j += 16) {
            Eight s[4][2] = {0};
            for (int p = 0; p < k; p++) {
                const Eight *from = (const Eight *)(b + (long)p * n + j);
                Eight b0 = from[0], b1 = from[1];
                for (int r = 0; r < 4; r++) {
                    s[r][0] += a[(long)(i + r) * k + p] * b0;
                    s[r][1] += a[(long)(i + r) * k + p] * b1;
                }
            }
            for (int r = 0; r < 4; r++) {
                Eight *to = (Eight *)(c + (long)(i + r) * n + j);
                to[0] = s[r][0];
                to[1] = s[r][1];
            }
        }
    for (int i = 0; i < m; i++)
        for (int j = i < rows ? columns : 0; j < n; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[(long)i * k + p] * b[(long)p * n + j];
            c[(long)i * n + j] = sum;
        }
    int operations = 2 * m * n * k;
    int bytes = 4 * (m * k + k * n + m * n);
    cost[0] = operations;
    cost[1] = bytes;
}
