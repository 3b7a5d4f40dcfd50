// Product of integers, exact, then scaled: c[i][j] = sa[i] * sb[j] * sum.
void reference(const signed char *a, const signed char *b, const float *scale_a,
               const float *scale_b, double *c, int m, int n, int k);
void reference_at(const signed char *a, const signed char *b,
                  const float *scale_a, const float *scale_b, double *c, int m,
                  int n, int k, long long at);

void reference_at(const signed char *a, const signed char *b,
                  const float *scale_a, const float *scale_b, double *c, int m,
                  int n, int k, long long at) {
    (void)m;
    long long i = at / n, j = at % n, sum = 0;
    for (long long p = 0; p < k; p++)
        sum += a[i * k + p] * b[j * k + p];
    c[at] = (double)sum * scale_a[i] * scale_b[j];
}

void reference(const signed char *a, const signed char *b, const float *scale_a,
               const float *scale_b, double *c, int m, int n, int k) {
    for (long long at = 0; at < (long long)m * n; at++)
        reference_at(a, b, scale_a, scale_b, c, m, n, k, at);
}
