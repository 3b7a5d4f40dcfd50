// rejected by: pattern zero-left-out | case parts=4 (clears up to the end of the last part)
// says: `table` is cleared up to the end of the last part only. What is left after it has to be 0 as well: `table` has parts * (bins + 15) elements.
// Every part's table begins at a line of its own.
#include <string.h>

enum { LINE = 16 }; // unsigned ints in 64 bytes

void tally(const unsigned char *x, unsigned int *table, unsigned int *total,
           int *stride, int n, int parts, int bins) {
    int len = (n + parts - 1) / parts, step = (bins + LINE - 1) / LINE * LINE;
    stride[0] = step;
    memset(table, 0, sizeof *table * (size_t)(parts * step));
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
