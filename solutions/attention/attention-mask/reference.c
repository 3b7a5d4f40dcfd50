// attention-mask: scaled dot products, or minus infinity.
#include <math.h>

void reference(const float *q, const float *k, const int *lengths, double *s,
               int batch, int heads, int lq, int lk, int dim, float scale,
               int causal);
void reference_at(const float *q, const float *k, const int *lengths, double *s,
                  int batch, int heads, int lq, int lk, int dim, float scale,
                  int causal, long long at);

void reference_at(const float *q, const float *k, const int *lengths, double *s,
                  int batch, int heads, int lq, int lk, int dim, float scale,
                  int causal, long long at) {
    (void)batch;
    long long j = at % lk, i = at / lk % lq, bh = at / lk / lq;
    s[at] = -INFINITY;
    if (j >= lengths[bh / heads] || (causal && j > i + lk - lq)) return;
    const float *x = q + (bh * lq + i) * dim, *y = k + (bh * lk + j) * dim;
    double sum = 0;
    for (int d = 0; d < dim; d++)
        sum += (double)x[d] * y[d];
    s[at] = scale * sum;
}

void reference(const float *q, const float *k, const int *lengths, double *s,
               int batch, int heads, int lq, int lk, int dim, float scale,
               int causal) {
    for (long long at = 0; at < (long long)batch * heads * lq * lk; at++)
        reference_at(q, k, lengths, s, batch, heads, lq, lk, dim, scale, causal,
                     at);
}
