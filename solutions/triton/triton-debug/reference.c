#include <stdlib.h>

void reference(const int *x, int *step, int *counts, int *way, int n) {
    for (int b = 0; b < 16; b++)
        counts[b] = 0;
    way[0] = 0;
    for (int i = 0; i + 1 < n; i++) {
        int size = abs(step[i] = x[i + 1] - x[i]);
        counts[size / 64 < 15 ? size / 64 : 15]++;
        way[0] += size;
    }
}
