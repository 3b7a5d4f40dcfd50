void reference_at(const float *a, const float *b, double *c, int m, int n,
                  int k, long long at) {
    double sum = 0;
    (void)m;
    for (int p = 0; p < k; p++)
        sum += (double)a[at / n * k + p] * b[(long long)p * n + at % n];
    c[at] = sum;
}

void reference(const float *a, const float *b, double *c, int m, int n, int k) {
    for (long long at = 0; at < (long long)m * n; at++)
        reference_at(a, b, c, m, n, k, at);
}
