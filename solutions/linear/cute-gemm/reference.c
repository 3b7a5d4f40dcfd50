// C = A B^T in double; the halves come as floats. Each result is the product of two
// rows. reference_at() is one of them: of a large result, only a sample is looked at.
#include <stddef.h>

void reference_at(const float *a, const float *b, double *c, int m, int n,
                  int k, long long at) {
    (void)m;
    const float *x = a + at / n * k, *y = b + at % n * k;
    double sum = 0;
    for (int p = 0; p < k; p++)
        sum += (double)x[p] * y[p];
    c[at] = sum;
}

void reference(const float *a, const float *b, double *c, int m, int n,
               int k) {
    for (long long at = 0; at < (long long)m * n; at++)
        reference_at(a, b, c, m, n, k, at);
}
