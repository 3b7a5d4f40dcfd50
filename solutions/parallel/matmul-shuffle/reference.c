// matmul-shuffle: C = A B. A row of C at a time, along rows of B.
void reference(const float *a, const float *b, double *c, int m, int n, int k);

void reference(const float *a, const float *b, double *c, int m, int n, int k) {
    for (int i = 0; i < m; i++) {
        double *row = c + (long long)i * n;
        for (int j = 0; j < n; j++)
            row[j] = 0;
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++)
                row[j] += (double)a[(long long)i * k + p] *
                          b[(long long)p * n + j];
    }
}
