// rejected by: case n=1 (the last coordinates are left out)
// says: The last coordinates, fewer than 8, are left out. Add them one by one after the vectors.
#include <immintrin.h>
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            __m256 s = _mm256_setzero_ps();
            int k = 0;
            for (; k + 8 <= dim; k += 8) {
                __m256 t = _mm256_sub_ps(_mm256_loadu_ps(&x[i * dim + k]), _mm256_loadu_ps(&y[j * dim + k]));
                s = _mm256_fmadd_ps(t, t, s);
            }
            float v[8], sum = 0;
            _mm256_storeu_ps(v, s);
            for (int l = 0; l < 8; l++) sum += v[l];
            d[i * m + j] = sum;
        }
}
