#include <stddef.h>

static double value(int rank, int step, int y, int x, int seed) {
    return (rank * 1009 + step * 131 + y * 17 + x * 7 + seed) & 0xffff;
}

void reference(int ranks, int rows, int cols, int steps, int seed,
               double *by_rows, double *by_columns, int *facts);

void reference(int ranks, int rows, int cols, int steps, int seed,
               double *by_rows, double *by_columns, int *facts) {
    for (int r = 0; r < ranks; r++) {
        int before = (r + ranks - 1) % ranks, after = (r + 1) % ranks;
        double *row = by_rows + (size_t)r * 2 * (size_t)cols;
        double *column = by_columns + (size_t)r * 2 * (size_t)rows;
        for (int x = 0; x < cols; x++) {
            row[x] = value(before, steps - 1, rows, x, seed);
            row[cols + x] = value(after, steps - 1, 1, x, seed);
        }
        for (int y = 0; y < rows; y++) {
            column[y] = value(before, steps - 1, y, cols, seed);
            column[rows + y] = value(after, steps - 1, y, 1, seed);
        }
    }
    for (int i = 0; i < 5; i++)
        facts[i] = 1;
}
