// gemv: y = A x and z = B^T w. Four sums of a row need not wait for each other.
void reference(const float *a, const float *x, double *y, const float *b,
               const float *w, double *z, int m, int n);

static double row_times(const float *row, const float *x, int n) {
    double part[4] = {0, 0, 0, 0};
    int j = 0;
    for (; j + 4 <= n; j += 4)
        for (int k = 0; k < 4; k++)
            part[k] += (double)row[j + k] * x[j + k];
    for (; j < n; j++)
        part[0] += (double)row[j] * x[j];
    return (part[0] + part[1]) + (part[2] + part[3]);
}

void reference(const float *a, const float *x, double *y, const float *b,
               const float *w, double *z, int m, int n) {
    for (int i = 0; i < m; i++)
        y[i] = row_times(a + (long)i * n, x, n);
    for (int j = 0; j < n; j++)
        z[j] = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            z[j] += (double)b[(long)i * n + j] * w[i];
}
