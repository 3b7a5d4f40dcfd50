// rejected by: case (the mask is inverted)
// says: The mask is inverted: `kept` has the sum of the values below 50. It should have those that are 50 or more.
// above: mispredicted-branches
// columns: cache-misses
// ipc: rose
#include <stddef.h>

enum { LIMIT = 50 };

// The branch went one way or the other at random. A comparison is 0 or 1, and -1
// has all bits set: the mask keeps v or clears it.
static void above(const int *x, long long *kept, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        long long total = 0;
        for (int c = 0; c < cols; c++) {
            int v = x[(size_t)r * cols + c];
            total += v & -(v < LIMIT);
        }
        kept[r] = total;
    }
}

// Rows lie in memory one after the other, so all column sums grow together.
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
