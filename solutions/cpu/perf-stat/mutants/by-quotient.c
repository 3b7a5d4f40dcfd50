// rejected by: case negative values (large negative values are kept as well)
// says: Values of -50 and less are in `kept` as well. A test by division or by the size does not see the sign: compare v >= LIMIT.
// above: mispredicted-branches
// columns: cache-misses
// ipc: rose
#include <stddef.h>

enum { LIMIT = 50 };

static void above(const int *x, long long *kept, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        long long total = 0;
        for (int c = 0; c < cols; c++) {
            int v = x[(size_t)r * cols + c];
            total += (long long)v * (v / LIMIT != 0);
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
