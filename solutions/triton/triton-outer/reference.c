void reference(const float *a, const float *b, double *out, int m, int n) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = a[i] + b[j];
            out[(long)i * n + j] = sum > 0 ? sum : 0;
        }
}
