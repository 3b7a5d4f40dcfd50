// rejected by: case n=15 (four x are multiplied by one y)
// says: Each four elements of x are multiplied by one element of y. Load four of y as well.
#include <immintrin.h>

void dot(const float *x, const float *y, float *out, int n) {
    __m128 s = _mm_setzero_ps();
    int i = 0;
    for (; i + 4 <= n; i += 4)
        s = _mm_add_ps(s, _mm_mul_ps(_mm_loadu_ps(x + i), _mm_set1_ps(y[i])));
    float v[4];
    _mm_storeu_ps(v, s);
    float sum = v[0] + v[1] + v[2] + v[3];
    for (; i < n; i++) sum += x[i] * y[i];
    out[0] = sum;
}
