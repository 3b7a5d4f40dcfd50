// rejected by: case n=35 (the index counts vectors, and goes on by one in a round of four)
// says: The rounds overlap: an index of a pointer to vectors counts vectors, and a round takes four of them.
#include <stdint.h>
typedef float Four __attribute__((vector_size(16), aligned(4), may_alias));

void dot(const float *x, const float *y, float *out, int n) {
    const Four *a = (const Four *)x, *b = (const Four *)y;
    Four s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    int i = 0;
    for (; i < n / 16; i++) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
        s2 += a[i + 2] * b[i + 2];
        s3 += a[i + 3] * b[i + 3];
    }
    Four s = s0 + s1 + s2 + s3;
    float sum = s[0] + s[1] + s[2] + s[3];
    for (i = i * 16; i < n; i++) sum += x[i] * y[i];
    out[0] = sum;
}
