#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

void reference(const float *keys, double *out, int n) {
    float *sorted = malloc((n + 1) * sizeof *sorted);
    memcpy(sorted, keys, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    for (int i = 0; i < n; i++)
        out[i] = sorted[i];
    free(sorted);
}
