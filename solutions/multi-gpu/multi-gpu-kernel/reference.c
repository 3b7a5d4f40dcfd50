#include <stdlib.h>
#include <string.h>

static int turned(float x, int times) { // -1, 0, 1, -1, ...
    return ((int)x + 1 + times) % 3 - 1;
}

// Both devices have the sum of both products after the last step, and check
// sums of all steps. A weighted sum of a row is a times a weighted sum of b.
void reference(int m, int n, int k, int ld, int steps, int shown,
               const float *a, const float *b, double *out, int *sums,
               int *facts) {
    size_t mk = (size_t)m * (size_t)k, kn = (size_t)n * (size_t)ld;
    int *w = calloc(2 * (size_t)k, sizeof *w);
    for (int d = 0; d < 2; d++)
        for (int x = 0; x < k; x++)
            for (int j = 0; j < n; j++)
                w[d * k + x] += (int)b[d * kn + j * (size_t)ld + x] * (j % 7 + 1);
    for (int i = 0; i < m; i++) {
        int sum = 0;
        for (int d = 0; d < 2; d++)
            for (int x = 0; x < k; x++)
                for (int s = 0; s < steps; s++)
                    sum += (s + 1) * turned(a[d * mk + i * (size_t)k + x], s) *
                           w[d * k + x];
        sums[i] = sums[m + i] = sum;
    }
    for (int i = 0; i < shown; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int d = 0; d < 2; d++)
                for (int x = 0; x < k; x++)
                    sum += turned(a[d * mk + i * (size_t)k + x], steps - 1) *
                           b[d * kn + j * (size_t)ld + x];
            out[i * n + j] = out[(shown + i) * n + j] = sum;
        }
    facts[0] = facts[1] = facts[2] = 1;
    free(w);
}
