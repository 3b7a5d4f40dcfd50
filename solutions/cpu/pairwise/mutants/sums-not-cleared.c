// rejected by: case n=7 (the sums go on from point to point)
// says: The first point of x is right. For each further one the sums go on from the point before: they must begin at 0 for each.
#include <stdlib.h>
#define B 16
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    float *t = malloc(sizeof(float) * B * (dim > 0 ? dim : 1));
    for (int j0 = 0; j0 < m; j0 += B) {
        int jn = m - j0 < B ? m - j0 : B;
        for (int k = 0; k < dim; k++)
            for (int j = 0; j < B; j++)
                t[k * B + j] = j < jn ? y[(size_t)(j0 + j) * dim + k] : 0.0f;
        float sum[B] = {0};
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < dim; k++) {
                float a = x[(size_t)i * dim + k];
                for (int j = 0; j < B; j++) {
                    float diff = a - t[k * B + j];
                    sum[j] += diff * diff;
                }
            }
            for (int j = 0; j < jn; j++) d[(size_t)i * m + j0 + j] = sum[j];
        }
    }
    free(t);
}
