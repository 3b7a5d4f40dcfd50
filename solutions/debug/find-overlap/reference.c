// find-overlap: rounds of smoothing, each from a copy of what was there before.
#include <stdlib.h>
#include <string.h>

void reference(int *x, int n, int rounds);

void reference(int *x, int n, int rounds) {
    int *old = malloc((size_t)n * sizeof *old + 1);
    for (int r = 0; r < rounds; r++) {
        memcpy(old, x, (size_t)n * sizeof *old);
        for (int i = 0; i < n; i++) {
            int left = old[i > 0 ? i - 1 : 0];
            int right = old[i + 1 < n ? i + 1 : n - 1];
            x[i] = (left + 2 * old[i] + right) / 4;
        }
    }
    free(old);
}
