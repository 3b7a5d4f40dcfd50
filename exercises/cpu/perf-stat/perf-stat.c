// Sums of a table: of the large values in each row, and of each column. Both
// functions are right, both are slow, and for different reasons.
//
// TODO: count, answer, and repair both.
//
// Why is above() slow, and why columns()? For each, one of
//   mispredicted-branches   the processor guesses wrong, and begins again
//   cache-misses            it waits for memory
//   too-many-instructions   there is more to execute than the task needs
//   chain-of-results        each step waits for the result of the one before
// above:
// columns:
//
// The instructions per cycle of above(), once it is repaired: one of
//   rose, fell, stayed
// ipc:
#include <stddef.h>

enum { LIMIT = 50 };

static void above(const int *x, long long *kept, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        long long total = 0;
        for (int c = 0; c < cols; c++) {
            int v = x[(size_t)r * cols + c];
            if (v >= LIMIT) total += v;
        }
        kept[r] = total;
    }
}

static void columns(const int *x, long long *sums, int rows, int cols) {
    for (int c = 0; c < cols; c++) {
        long long total = 0;
        for (int r = 0; r < rows; r++)
            total += x[(size_t)r * cols + c];
        sums[c] = total;
    }
}

void stats(const int *x, long long *kept, long long *sums, int rows, int cols) {
    above(x, kept, rows, cols);
    columns(x, sums, rows, cols);
}
