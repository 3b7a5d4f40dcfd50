// Products of a batch, in double. B[i] may be stored transposed, and strides
// may leave gaps, or be 0.
void reference(const float *a, const float *b, double *c, int batch, int m,
               int n, int k, int stride_a, int stride_b, int transposed);
void reference_at(const float *a, const float *b, double *c, int batch, int m,
                  int n, int k, int stride_a, int stride_b, int transposed,
                  long long at);

void reference_at(const float *a, const float *b, double *c, int batch, int m,
                  int n, int k, int stride_a, int stride_b, int transposed,
                  long long at) {
    (void)batch;
    long long i = at / ((long long)m * n), row = at / n % m, col = at % n;
    const float *ai = a + i * stride_a + row * k, *bi = b + i * stride_b;
    double sum = 0;
    for (long long p = 0; p < k; p++)
        sum += (double)ai[p] * bi[transposed ? col * k + p : p * n + col];
    c[at] = sum;
}

void reference(const float *a, const float *b, double *c, int batch, int m,
               int n, int k, int stride_a, int stride_b, int transposed) {
    for (long long at = 0; at < (long long)batch * m * n; at++)
        reference_at(a, b, c, batch, m, n, k, stride_a, stride_b, transposed,
                     at);
}
