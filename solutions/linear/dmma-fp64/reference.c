// C = A B with sums in long double, 64 bits where the processor has them. reference_at() is
// one sum: of a large result, only a sample is looked at.

void reference(const double *a, const double *b, double *c, int m, int n, int k);
void reference_at(const double *a, const double *b, double *c, int m, int n, int k,
                  long long at);

void reference_at(const double *a, const double *b, double *c, int m, int n, int k,
                  long long at) {
    const double *row = a + at / n * k, *column = b + at % n;
    long double sum = 0;
    (void)m;
    for (long long p = 0; p < k; p++)
        sum += (long double)row[p] * column[p * n];
    c[at] = (double)sum;
}

void reference(const double *a, const double *b, double *c, int m, int n, int k) {
    for (long long at = 0; at < (long long)m * n; at++)
        reference_at(a, b, c, m, n, k, at);
}
