void reference(const float *a, const float *b, double *c, int m, int n, int k) {
    for (long i = 0; i < m; i++) {
        for (long j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (long l = 0; l < k; l++) {
            double x = a[i * k + l];
            for (long j = 0; j < n; j++)
                c[i * n + j] += x * b[l * n + j];
        }
    }
}

// One element: for sizes of which the whole would take too long.
void reference_at(const float *a, const float *b, double *c, int m, int n,
                  int k, long long at) {
    long long i = at / n, j = at % n;
    double sum = 0;
    (void)m;
    for (long long l = 0; l < k; l++)
        sum += (double)a[i * k + l] * b[l * n + j];
    c[at] = sum;
}
