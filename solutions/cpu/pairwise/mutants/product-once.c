// rejected by: case (the product is subtracted once)
// says: The product x.y is subtracted once. In (x - y)^2 it has the factor 2.
#include <stdlib.h>
#define B 16
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    float *t = malloc(sizeof(float) * B * (dim > 0 ? dim : 1));
    float *xx = calloc(n + 1, sizeof(float)), *yy = calloc(m + 1, sizeof(float));
    for (int i = 0; i < n; i++)
        for (int k = 0; k < dim; k++) xx[i] += x[i * dim + k] * x[i * dim + k];
    for (int j = 0; j < m; j++)
        for (int k = 0; k < dim; k++) yy[j] += y[j * dim + k] * y[j * dim + k];
    for (int j0 = 0; j0 < m; j0 += B) {
        int jn = m - j0 < B ? m - j0 : B;
        for (int k = 0; k < dim; k++)
            for (int j = 0; j < B; j++)
                t[k * B + j] = j < jn ? y[(size_t)(j0 + j) * dim + k] : 0.0f;
        for (int i = 0; i < n; i++) {
            float sum[B] = {0};
            for (int k = 0; k < dim; k++) {
                float a = x[(size_t)i * dim + k];
                for (int j = 0; j < B; j++) {
                    sum[j] += a * t[k * B + j];
                }
            }
            for (int j = 0; j < jn; j++) {
                float v = xx[i] - sum[j] + yy[j0 + j];
                d[(size_t)i * m + j0 + j] = v < 0 ? 0 : v;
            }
        }
    }
    free(t);
}
