void reference(const float *x, const float *w, double *y, int m, int n, int k,
               int pitch) {
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long l = 0; l < k; l++)
                sum += (double)x[i * pitch + l] * w[j * k + l];
            y[i * n + j] = sum;
        }
}

// One element: for sizes of which the whole would take too long.
void reference_at(const float *x, const float *w, double *y, int m, int n,
                  int k, int pitch, long long at) {
    long long i = at / n, j = at % n;
    double sum = 0;
    (void)m;
    for (long long l = 0; l < k; l++)
        sum += (double)x[i * pitch + l] * w[j * k + l];
    y[at] = sum;
}
