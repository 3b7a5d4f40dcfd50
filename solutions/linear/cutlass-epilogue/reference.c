// min(gelu(A B + bias), limit) in double; the halves come as floats. What cuts off
// never makes an error larger, and the slope of GELU is 1.13 at most: so the scale of an
// element is 1.13 times the size of what is added up for it.
#include <math.h>
#include <stddef.h>

static double finish(double u, double limit) {
    double cube = u * u * u;
    double y = 0.5 * u * (1 + tanh(sqrt(2 / M_PI) * (u + 0.044715 * cube)));
    return y < limit ? y : limit;
}

void reference_at(const float *a, const float *b, const float *bias,
                  float limit, double *c, int m, int n, int k, long long at) {
    (void)m;
    const float *row = a + at / n * k, *column = b + at % n;
    double u = bias[at % n];
    for (int p = 0; p < k; p++)
        u += (double)row[p] * column[(size_t)p * n];
    c[at] = finish(u, limit);
}

void reference_scale_at(const float *a, const float *b, const float *bias,
                        float limit, double *c, int m, int n, int k,
                        long long at) {
    (void)m, (void)limit;
    const float *row = a + at / n * k, *column = b + at % n;
    double size = fabs(bias[at % n]);
    for (int p = 0; p < k; p++)
        size += fabs((double)row[p] * column[(size_t)p * n]);
    c[at] = 1.13 * size;
}

void reference(const float *a, const float *b, const float *bias, float limit,
               double *c, int m, int n, int k) {
    for (long long at = 0; at < (long long)m * n; at++)
        reference_at(a, b, bias, limit, c, m, n, k, at);
}

void reference_scale(const float *a, const float *b, const float *bias,
                     float limit, double *c, int m, int n, int k) {
    for (long long at = 0; at < (long long)m * n; at++)
        reference_scale_at(a, b, bias, limit, c, m, n, k, at);
}
