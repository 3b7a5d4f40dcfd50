// gelu(A B + bias) in double, tanh form; the halves come as floats. The scale of an
// element is the size of what is added up for it: the slope of GELU is 1.13 at most.
#include <math.h>
#include <stddef.h>

static double gelu(double u) {
    const double k = 0.79788456080286535588, cubic = 0.044715;
    return 0.5 * u * (1 + tanh(k * (u + cubic * u * u * u)));
}

void reference(const float *a, const float *b, const float *bias, double *c,
               int m, int n, int k) {
    for (int i = 0; i < m; i++) {
        double *row = c + (size_t)i * n;
        for (int j = 0; j < n; j++)
            row[j] = bias[j];
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++)
                row[j] += (double)a[(size_t)i * k + p] * b[(size_t)p * n + j];
        for (int j = 0; j < n; j++)
            row[j] = gelu(row[j]);
    }
}

void reference_scale(const float *a, const float *b, const float *bias,
                     double *c, int m, int n, int k) {
    for (int i = 0; i < m; i++) {
        double *row = c + (size_t)i * n;
        for (int j = 0; j < n; j++)
            row[j] = 1.13 * fabs(bias[j]);
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++)
                row[j] += 1.13 * fabs((double)a[(size_t)i * k + p] *
                                      b[(size_t)p * n + j]);
    }
}

void reference_at(const float *a, const float *b, const float *bias, double *c,
                  int m, int n, int k, long long at) {
    (void)m;
    const float *row = a + at / n * k, *column = b + at % n;
    double u = bias[at % n];
    for (int p = 0; p < k; p++)
        u += (double)row[p] * column[(size_t)p * n];
    c[at] = gelu(u);
}

void reference_scale_at(const float *a, const float *b, const float *bias,
                        double *c, int m, int n, int k, long long at) {
    (void)m;
    const float *row = a + at / n * k, *column = b + at % n;
    double s = fabs(bias[at % n]);
    for (int p = 0; p < k; p++)
        s += fabs((double)row[p] * column[(size_t)p * n]);
    c[at] = 1.13 * s;
}
