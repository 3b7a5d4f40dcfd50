// rejected by: gate l1_traffic (goes down the columns, and reads one line that is always near beside each element)
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
    static volatile int near[16];
    for (int c = 0; c < cols; c++) {
        long long total = 0;
        for (int r = 0; r < rows; r++) {
            total += x[(size_t)r * cols + c];
            for (int i = 0; i < 16; i++)
                total += near[i];
        }
        sums[c] = total;
    }
}

void stats(const int *x, long long *kept, long long *sums, int rows, int cols) {
    above(x, kept, rows, cols);
    columns(x, sums, rows, cols);
}
