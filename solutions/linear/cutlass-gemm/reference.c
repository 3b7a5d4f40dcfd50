// C = A B in double; the halves come as floats. reference_at() is one dot
// product: of a large result, only a sample is looked at.
#include <stddef.h>

void reference(const float *a, const float *b, double *c, int m, int n, int k) {
    for (int i = 0; i < m; i++) {
        double *row = c + (size_t)i * n;
        for (int j = 0; j < n; j++)
            row[j] = 0;
        for (int p = 0; p < k; p++) {
            double x = a[(size_t)i * k + p];
            const float *from = b + (size_t)p * n;
            for (int j = 0; j < n; j++)
                row[j] += x * from[j];
        }
    }
}

void reference_at(const float *a, const float *b, double *c, int m, int n,
                  int k, long long at) {
    (void)m;
    const float *row = a + at / n * k, *column = b + at % n;
    double sum = 0;
    for (int p = 0; p < k; p++)
        sum += (double)row[p] * column[(size_t)p * n];
    c[at] = sum;
}
