// baseline: |x|^2 - 2 x.y + |y|^2 with OpenBLAS's cblas_sgemm, fp32, one thread
#include <stdlib.h>

enum { ROW_MAJOR = 101, AS_IT_IS = 111, TURNED = 112 };

// As cblas.h declares it; a library without its header is enough.
void cblas_sgemm(int order, int ta, int tb, int m, int n, int k, float alpha,
                 const float *a, int lda, const float *b, int ldb, float beta,
                 float *c, int ldc);

static void squares(const float *x, float *out, int n, int dim) {
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        for (int k = 0; k < dim; k++)
            out[i] += x[i * dim + k] * x[i * dim + k];
    }
}

void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    float *sq = malloc(sizeof *sq * (size_t)(n + m + 1));
    int wide = dim > 0 ? dim : 1;
    if (!sq) return;
    squares(x, sq, n, dim);
    squares(y, sq + n, m, dim);
    if (n > 0 && m > 0)
        cblas_sgemm(ROW_MAJOR, AS_IT_IS, TURNED, n, m, dim, -2, x, wide, y,
                    wide, 0, d, m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = d[i * m + j] + sq[i] + sq[n + j];
            d[i * m + j] = sum > 0 ? sum : 0;
        }
    free(sq);
}
