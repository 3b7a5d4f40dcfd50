// Products of a batch, in double, all by rows and without gaps.
#include <stddef.h>

void reference(const float *a, const float *b, double *c, int batch, int m,
               int n, int k) {
    for (int i = 0; i < batch; i++)
        for (int r = 0; r < m; r++) {
            double *row = c + ((size_t)i * m + r) * n;
            for (int j = 0; j < n; j++)
                row[j] = 0;
            for (int p = 0; p < k; p++) {
                double x = a[((size_t)i * m + r) * k + p];
                const float *from = b + ((size_t)i * k + p) * n;
                for (int j = 0; j < n; j++)
                    row[j] += x * from[j];
            }
        }
}
