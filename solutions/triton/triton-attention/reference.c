#include <math.h>
#include <stdlib.h>

enum { D = 64 };

// One query: its weights are in w, room for n of them.
static void query(const float *q, const float *k, const float *v, double *out,
                  int seen, float scale, double *w) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < seen; j++) {
        w[j] = 0;
        for (int d = 0; d < D; d++)
            w[j] += (double)q[d] * k[(long)j * D + d];
        w[j] *= scale;
        most = fmax(most, w[j]);
    }
    for (int j = 0; j < seen; j++)
        sum += w[j] = exp(w[j] - most);
    for (int d = 0; d < D; d++) {
        double total = 0;
        for (int j = 0; j < seen; j++)
            total += w[j] * v[(long)j * D + d];
        out[d] = total / sum;
    }
}

void reference(const float *q, const float *k, const float *v, double *out,
               int heads, int n, int causal, float scale) {
    double *w = malloc(sizeof *w * (size_t)(n + 1));
    for (long h = 0; h < heads; h++)
        for (long i = 0; i < n; i++)
            query(q + (h * n + i) * D, k + h * n * D, v + h * n * D,
                  out + (h * n + i) * D, causal ? (int)i + 1 : n, scale, w);
    free(w);
}

// One element: for sizes of which the whole would take too long.
void reference_at(const float *q, const float *k, const float *v, double *out,
                  int heads, int n, int causal, float scale, long long at) {
    double *w = malloc(sizeof *w * (size_t)(n + 1)), row[D];
    long long h = at / D / n, i = at / D % n;
    (void)heads;
    query(q + (h * n + i) * D, k + h * n * D, v + h * n * D, row,
          causal ? (int)i + 1 : n, scale, w);
    out[at] = row[at % D];
    free(w);
}
