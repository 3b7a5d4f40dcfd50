// warp-specialise: distances of all pairs of points, sums of |a - b|.
#include <stdlib.h>

void reference(const int *a, const int *b, int *out, int m, int n, int k, int stages);
void reference_at(const int *a, const int *b, int *out, int m, int n, int k, int stages,
                  long long at);

void reference_at(const int *a, const int *b, int *out, int m, int n, int k, int stages,
                  long long at) {
    long long i = at / n, j = at % n;
    int sum = 0;
    (void)stages;
    for (long long p = 0; p < k; p++)
        sum += abs(a[p * m + i] - b[p * n + j]);
    out[at] = sum;
}

void reference(const int *a, const int *b, int *out, int m, int n, int k, int stages) {
    for (long long at = 0; at < (long long)m * n; at++)
        reference_at(a, b, out, m, n, k, stages, at);
}
