// rejected by: case parts=4 (the tables of four parts share a line)
// says: `stride[0]` is the number of bins, so counters of several parts share a line. Round it up to whole lines of 64 bytes.
#include <string.h>

enum { LINE = 16 }; // unsigned ints in 64 bytes

void tally(const unsigned char *x, unsigned int *table, unsigned int *total,
           int *stride, int n, int parts, int bins) {
    int len = (n + parts - 1) / parts, step = bins;
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
