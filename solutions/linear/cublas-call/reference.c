// cublas-call: C = op(A) op(B) + beta C, by rows; the padding of C stays.
void reference(const float *a, const float *b, double *c, int *facts, int m,
               int n, int k, int ta, int tb, int pad, float beta);

static int row(int cols, int pad) {
    return (cols > 1 ? cols : 1) + pad;
}

void reference(const float *a, const float *b, double *c, int *facts, int m,
               int n, int k, int ta, int tb, int pad, float beta) {
    int lda = row(ta ? m : k, pad), ldb = row(tb ? k : n, pad);
    int ldc = row(n, pad);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += (double)(ta ? a[l * lda + i] : a[i * lda + l]) *
                       (tb ? b[j * ldb + l] : b[l * ldb + j]);
            double *out = &c[i * ldc + j];
            *out = beta == 0 ? sum : sum + beta * *out;
        }
    for (int i = 0; facts && i < 6; i++)
        facts[i] = 1;
}
