// rejected by: gate instructions (as many wrong guesses as before, beside 64 branches that are never taken)
// above: mispredicted-branches
// columns: cache-misses
// ipc: rose
#include <stddef.h>

static volatile int never;
#define FOUR(x) x x x x

static void above(const int *x, long long *kept, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        long long total = 0;
        for (int c = 0; c < cols; c++) {
            int v = x[(size_t)r * cols + c];
            if (v >= 50) total += v;
            FOUR(FOUR(FOUR(if (never) total++;)))
        }
        kept[r] = total;
    }
}

static void columns(const int *x, long long *sums, int rows, int cols) {
    for (int c = 0; c < cols; c++)
        sums[c] = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            sums[c] += x[(size_t)r * cols + c];
}

void stats(const int *x, long long *kept, long long *sums, int rows, int cols) {
    above(x, kept, rows, cols);
    columns(x, sums, rows, cols);
}
