// rejected by: case (the product is added)
// says: The product x.y is added. In (x - y)^2 it has the factor -2.
// Blocks of D, 4 by 16, with their sums in registers. 16 points of y are turned
// over first, so that a vector holds the same coordinate of eight of them.
#include <stdlib.h>

typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

enum { ROWS = 4, COLS = 16 };

// Up to 16 points of y, turned over: coordinate k of all lies side by side.
static void turn(const float *y, float *out, int cols, int dim) {
    for (int k = 0; k < dim; k++)
        for (int j = 0; j < COLS; j++)
            out[k * COLS + j] = j < cols ? y[j * dim + k] : 0;
}

// A block of D. Rows beyond the last one repeat it.
static void block(const float *x, const float *turned, float *d, int rows,
                  int cols, int m, int dim) {
    Eight s[ROWS][2] = {0};
    const float *row[ROWS];
    for (int r = 0; r < ROWS; r++)
        row[r] = x + (r < rows ? r : rows - 1) * dim;
    for (int k = 0; k < dim; k++)
        for (int h = 0; h < 2; h++) {
            Eight y = *(const Eight *)(turned + k * COLS + 8 * h);
            for (int r = 0; r < ROWS; r++) {
                Eight diff = row[r][k] + y;
                s[r][h] += diff * diff;
            }
        }
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < cols; j++)
            d[r * m + j] = s[r][j / 8][j % 8];
}

static int least(int a, int b) {
    return a < b ? a : b;
}

void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    float *turned = malloc(sizeof *turned * COLS * (size_t)(dim + 1));
    if (!turned) return;
    for (int j = 0; j < m; j += COLS) {
        int cols = least(COLS, m - j);
        turn(y + j * dim, turned, cols, dim);
        for (int i = 0; i < n; i += ROWS)
            block(x + i * dim, turned, d + i * m + j, least(ROWS, n - i), cols,
                  m, dim);
    }
    free(turned);
}
