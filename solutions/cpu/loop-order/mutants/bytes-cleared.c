// rejected by: case | pattern gaps | pattern never-written (a quarter of c is cleared)
// says: A quarter of c is cleared. memset counts bytes: n * n * sizeof(float).
// C = A B, n by n, row-major: i, k, j.
//
// With j innermost, B and C are read along their rows and a[i][k] stays in a
// register. C collects the sums, so its row is cleared first.
#include <string.h>

void matmul(const float *a, const float *b, float *c, int n) {
    memset(c, 0, n * n);
    for (int i = 0; i < n; i++) {
        float *row = c + i * n;
        for (int k = 0; k < n; k++) {
            float x = a[i * n + k];
            for (int j = 0; j < n; j++)
                row[j] += x * b[k * n + j];
        }
    }
}
