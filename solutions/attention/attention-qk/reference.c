// attention-qk: scaled dot products, in double.
void reference(const float *q, const float *k, double *s, int batch, int heads,
               int lq, int lk, int dim, float scale);
void reference_at(const float *q, const float *k, double *s, int batch,
                  int heads, int lq, int lk, int dim, float scale,
                  long long at);

void reference_at(const float *q, const float *k, double *s, int batch,
                  int heads, int lq, int lk, int dim, float scale,
                  long long at) {
    (void)batch;
    long long j = at % lk, i = at / lk % lq, bh = at / lk / lq;
    long long b = bh / heads, h = bh % heads;
    const float *x = q + ((b * lq + i) * heads + h) * dim;
    const float *y = k + ((b * lk + j) * heads + h) * dim;
    double sum = 0;
    for (int d = 0; d < dim; d++)
        sum += (double)x[d] * y[d];
    s[at] = scale * sum;
}

void reference(const float *q, const float *k, double *s, int batch, int heads,
               int lq, int lk, int dim, float scale) {
    for (long long at = 0; at < (long long)batch * heads * lq * lk; at++)
        reference_at(q, k, s, batch, heads, lq, lk, dim, scale, at);
}
