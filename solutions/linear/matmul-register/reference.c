// Matrix product in double. reference() walks along rows, which the caches of
// a CPU like; reference_at() is one dot product, for sampling large results.
void reference(const float *a, const float *b, double *c, int m, int n, int k);
void reference_at(const float *a, const float *b, double *c, int m, int n,
                  int k, long long at);

void reference(const float *a, const float *b, double *c, int m, int n, int k) {
    for (long long i = 0; i < m; i++) {
        for (long long j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (long long p = 0; p < k; p++)
            for (long long j = 0; j < n; j++)
                c[i * n + j] += (double)a[i * k + p] * b[p * n + j];
    }
}

void reference_at(const float *a, const float *b, double *c, int m, int n,
                  int k, long long at) {
    (void)m;
    long long i = at / n, j = at % n;
    double sum = 0;
    for (long long p = 0; p < k; p++)
        sum += (double)a[i * k + p] * b[p * n + j];
    c[at] = sum;
}
