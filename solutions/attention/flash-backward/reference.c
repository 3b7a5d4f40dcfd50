// flash-backward in double: all weights of a query at a time, with its largest score taken
// off first. delta is computed from the outputs of the forward pass, as sum of dout * o.
#include <math.h>
#include <stddef.h>
#include <string.h>

enum { MOST = 4096 }; // keys

static double dot(const float *a, const float *b, int dim) {
    double sum = 0;
    for (int d = 0; d < dim; d++)
        sum += (double)a[d] * b[d];
    return sum;
}

// Weights of query i over `keys` keys. Returns the logarithm of their sum.
static double weigh(const float *query, const float *k, double *p, int keys,
                    int dim) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < keys; j++) {
        p[j] = dot(query, k + (size_t)j * dim, dim) / sqrt(dim);
        most = fmax(most, p[j]);
    }
    for (int j = 0; j < keys; j++)
        sum += p[j] = exp(p[j] - most);
    for (int j = 0; j < keys; j++)
        p[j] /= sum;
    return most + log(sum);
}

static double dot_with_output(const float *dout, const float *v,
                              const double *p, int keys, int dim) {
    double sum = 0;
    for (int d = 0; d < dim; d++) {
        double o = 0;
        for (int j = 0; j < keys; j++)
            o += p[j] * v[(size_t)j * dim + d];
        sum += o * dout[d];
    }
    return sum;
}

void reference(const float *q, const float *k, const float *v,
               const float *dout, double *lse, double *delta, double *dq,
               double *dk, double *dv, int heads, int n, int dim, int causal) {
    double p[MOST];
    size_t all = (size_t)heads * n * dim;
    memset(dq, 0, all * sizeof *dq);
    memset(dk, 0, all * sizeof *dk);
    memset(dv, 0, all * sizeof *dv);
    for (size_t t = 0; dim > 0 && t < (size_t)heads * n; t++) {
        size_t first = t / n * n * dim, at = t * dim; // of the head, of the query
        int keys = causal ? (int)(t % n) + 1 : n;
        lse[t] = weigh(q + at, k + first, p, keys, dim);
        delta[t] = dot_with_output(dout + at, v + first, p, keys, dim);
        for (int j = 0; j < keys; j++) {
            size_t key = first + (size_t)j * dim;
            double dp = dot(dout + at, v + key, dim);
            double ds = p[j] * (dp - delta[t]) / sqrt(dim);
            for (int d = 0; d < dim; d++) {
                dq[at + d] += ds * k[key + d];
                dk[key + d] += ds * q[at + d];
                dv[key + d] += p[j] * dout[at + d];
            }
        }
    }
}
