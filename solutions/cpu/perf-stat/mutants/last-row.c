// rejected by: case (each row replaces the sums of the rows before)
// says: Each row replaces the sums, so only the last row is left in `sums`. Set them to 0 once, before the first row, and add every row to them.
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
            total += v & -(v >= LIMIT);
        }
        kept[r] = total;
    }
}

static void columns(const int *x, long long *sums, int rows, int cols) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            long long total = 0;
            total += x[(size_t)r * cols + c];
            sums[c] = total;
        }
}

void stats(const int *x, long long *kept, long long *sums, int rows, int cols) {
    above(x, kept, rows, cols);
    columns(x, sums, rows, cols);
}
