// attention-pv: weighted sums of value rows, in double.
void reference(const float *p, const float *v, double *o, int batch, int heads,
               int lq, int lk, int dim);
void reference_at(const float *p, const float *v, double *o, int batch,
                  int heads, int lq, int lk, int dim, long long at);

void reference_at(const float *p, const float *v, double *o, int batch,
                  int heads, int lq, int lk, int dim, long long at) {
    (void)batch;
    long long d = at % dim, h = at / dim % heads;
    long long i = at / dim / heads % lq, b = at / dim / heads / lq;
    const float *row = p + ((b * heads + h) * lq + i) * lk;
    double sum = 0;
    for (long long j = 0; j < lk; j++)
        sum += (double)row[j] * v[((b * lk + j) * heads + h) * dim + d];
    o[at] = sum;
}

void reference(const float *p, const float *v, double *o, int batch, int heads,
               int lq, int lk, int dim) {
    for (long long at = 0; at < (long long)batch * lq * heads * dim; at++)
        reference_at(p, v, o, batch, heads, lq, lk, dim, at);
}
