#include <math.h>
#include <stdlib.h>

// The weights of query i, and the logarithm of their sum before they are divided.
static double weights(const float *q, const float *k, int seen, int dim,
                      float scale, double *p) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < seen; j++) {
        double s = 0;
        for (int d = 0; d < dim; d++)
            s += (double)q[d] * k[(long)j * dim + d];
        most = fmax(most, p[j] = s * scale);
    }
    for (int j = 0; j < seen; j++)
        sum += p[j] = exp(p[j] - most);
    for (int j = 0; j < seen; j++)
        p[j] /= sum;
    return most + log(sum);
}

// The part of one query: its output, and what it adds to the gradients.
static void query(const float *q, const float *k, const float *v,
                  const float *dout, double *out, double *lse, double *dq,
                  double *dk, double *dv, int seen, int dim, float scale,
                  double *p) {
    double delta = 0;
    *lse = weights(q, k, seen, dim, scale, p);
    for (int d = 0; d < dim; d++) {
        out[d] = 0;
        for (int j = 0; j < seen; j++)
            out[d] += p[j] * v[(long)j * dim + d];
        delta += out[d] * dout[d];
    }
    for (int j = 0; j < seen; j++) {
        const float *key = k + (long)j * dim, *value = v + (long)j * dim;
        double dp = 0;
        for (int d = 0; d < dim; d++)
            dp += (double)dout[d] * value[d];
        double ds = p[j] * (dp - delta) * scale;
        for (int d = 0; d < dim; d++) {
            dq[d] += ds * key[d];
            dk[(long)j * dim + d] += ds * q[d];
            dv[(long)j * dim + d] += p[j] * dout[d];
        }
    }
}

void reference(const float *q, const float *k, const float *v,
               const float *dout, double *out, double *lse, double *dq,
               double *dk, double *dv, int heads, int n, int dim, int causal,
               float scale) {
    double *p = malloc(sizeof *p * (size_t)(n + 1));
    for (long at = 0; at < (long)heads * n * dim; at++)
        dq[at] = dk[at] = dv[at] = 0;
    for (long h = 0; h < heads; h++)
        for (long i = 0; i < n; i++) {
            long head = h * n * dim, row = head + i * dim;
            query(q + row, k + head, v + head, dout + row, out + row,
                  lse + h * n + i, dq + row, dk + head, dv + head,
                  causal ? (int)i + 1 : n, dim, scale, p);
        }
    free(p);
}
