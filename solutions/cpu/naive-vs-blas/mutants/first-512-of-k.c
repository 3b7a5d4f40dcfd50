// rejected by: case (blocks add up the first 512 products of a sum)
typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

enum { DEEP = 512 };

// C = A B and what it costs on paper. A is m by k, B is k by n, row-major.
void matmul(const float *a, const float *b, float *c, long long *cost, int m,
            int n, int k) {
    Eight panel[DEEP][2];
    int depth = k < DEEP ? k : DEEP;
    int rows = m / 4 * 4, columns = n / 16 * 16;
    for (int j = 0; j < columns; j += 16) {
        // 16 columns of B, side by side.
        for (int p = 0; p < depth; p++) {
            const Eight *from = (const Eight *)(b + (long)p * n + j);
            panel[p][0] = from[0];
            panel[p][1] = from[1];
        }
        for (int i = 0; i < rows; i += 4) {
            Eight s[4][2] = {0};
            for (int p = 0; p < depth; p++)
                for (int r = 0; r < 4; r++) {
                    s[r][0] += a[(long)(i + r) * k + p] * panel[p][0];
                    s[r][1] += a[(long)(i + r) * k + p] * panel[p][1];
                }
            for (int r = 0; r < 4; r++) {
                Eight *to = (Eight *)(c + (long)(i + r) * n + j);
                to[0] = s[r][0];
                to[1] = s[r][1];
            }
        }
    }
    for (int i = 0; i < m; i++)
        for (int j = i < rows ? columns : 0; j < n; j++) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[(long)i * k + p] * b[(long)p * n + j];
            c[(long)i * n + j] = sum;
        }
    cost[0] = 2LL * m * n * k;
    cost[1] = 4LL * ((long long)m * k + (long long)k * n + (long long)m * n);
}
