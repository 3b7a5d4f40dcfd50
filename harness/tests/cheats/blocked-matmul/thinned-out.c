// rejected by: gate l1_traffic (whole rows of B, and beside each product a line that is always near)
enum { ROWS = 16 };

static volatile float near[16];

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    for (int i = 0; i < m * n; i++)
        c[i] = 0;
    for (int from = 0; from < k; from += ROWS)
        for (int i = 0; i < m; i++)
            for (int p = from; p < k && p < from + ROWS; p++)
                for (int j = 0; j < n; j++)
                    c[i * n + j] += a[i * k + p] * b[p * n + j] + near[0] + near[1] + near[2] + near[3] +
                                    near[4] + near[5] + near[6] + near[7];
}
