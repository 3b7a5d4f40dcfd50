// rejected by: case a whole line | trap out-of-bounds (adds a line where none is needed)
// says: If the bins fill whole lines exactly, `stride[0]` has one line more than needed. Only a line that is begun is rounded up.
#include <string.h>

enum { LINE = 16 }; // unsigned ints in 64 bytes

void tally(const unsigned char *x, unsigned int *table, unsigned int *total,
           int *stride, int n, int parts, int bins) {
    int len = (n + parts - 1) / parts, step = (bins / LINE + 1) * LINE;
    stride[0] = step;
    memset(table, 0, sizeof *table * (size_t)(parts * (bins + LINE - 1)));
#pragma omp parallel for schedule(static)
    for (int p = 0; p < parts; p++) {
        unsigned int *own = table + p * step;
        int end = (p + 1) * len < n ? (p + 1) * len : n;
        for (int i = p * len; i < end; i++)
            own[x[i]]++;
    }
    for (int b = 0; b < bins; b++) {
        total[b] = 0;
        for (int p = 0; p < parts; p++)
            total[b] += table[p * step + b];
    }
}
