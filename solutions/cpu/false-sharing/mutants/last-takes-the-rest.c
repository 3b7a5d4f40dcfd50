// rejected by: case one less (the length is rounded down and the last part takes the rest)
// says: The parts have other bounds than the brief says. The length is n / parts rounded up, so that the last parts are shorter, not longer.
// Every part's table begins at a line of its own.
#include <string.h>

enum { LINE = 16 }; // unsigned ints in 64 bytes

void tally(const unsigned char *x, unsigned int *table, unsigned int *total,
           int *stride, int n, int parts, int bins) {
    int len = n / parts, step = (bins + LINE - 1) / LINE * LINE;
    stride[0] = step;
    memset(table, 0, sizeof *table * (size_t)(parts * (bins + LINE - 1)));
#pragma omp parallel for schedule(static)
    for (int p = 0; p < parts; p++) {
        unsigned int *own = table + p * step;
        int end = p == parts - 1 ? n : (p + 1) * len;
        for (int i = p * len; i < end; i++)
            own[x[i]]++;
    }
    for (int b = 0; b < bins; b++) {
        total[b] = 0;
        for (int p = 0; p < parts; p++)
            total[b] += table[p * step + b];
    }
}
