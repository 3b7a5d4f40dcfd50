// rejected by: case | unwritten (an eighth of the sums is cleared)
// says: An eighth of `sums` is cleared, and the rest goes on from what was in memory. memset counts bytes: cols * sizeof(long long).
// above: mispredicted-branches
// columns: cache-misses
// ipc: rose
#include <stddef.h>
#include <string.h>

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
    memset(sums, 0, (size_t)cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            sums[c] += x[(size_t)r * cols + c];
}

void stats(const int *x, long long *kept, long long *sums, int rows, int cols) {
    above(x, kept, rows, cols);
    columns(x, sums, rows, cols);
}
