// rejected by: case points close together (a rounded difference of large terms is below 0)
// Squared distances as |x|^2 - 2 x y + |y|^2, with nothing that keeps them from
// falling below 0.
#include <stdlib.h>

typedef float Eight __attribute__((vector_size(32), aligned(4), may_alias));

enum { ROWS = 4, COLS = 16 };

static float square(const float *p, int dim) {
    float sum = 0;
    for (int k = 0; k < dim; k++)
        sum += p[k] * p[k];
    return sum;
}

static void turn(const float *y, float *out, int cols, int dim) {
    for (int k = 0; k < dim; k++)
        for (int j = 0; j < COLS; j++)
            out[k * COLS + j] = j < cols ? y[j * dim + k] : 0;
}

static void block(const float *x, const float *turned, const float *yy,
                  float *d, int rows, int cols, int m, int dim) {
    Eight s[ROWS][2] = {0};
    const float *row[ROWS];
    for (int r = 0; r < ROWS; r++)
        row[r] = x + (r < rows ? r : rows - 1) * dim;
    for (int k = 0; k < dim; k++)
        for (int h = 0; h < 2; h++) {
            Eight y = *(const Eight *)(turned + k * COLS + 8 * h);
            for (int r = 0; r < ROWS; r++)
                s[r][h] += row[r][k] * y;
        }
    for (int r = 0; r < rows; r++) {
        float xx = square(row[r], dim);
        for (int j = 0; j < cols; j++)
            d[r * m + j] = xx - 2 * s[r][j / 8][j % 8] + yy[j];
    }
}

static int least(int a, int b) {
    return a < b ? a : b;
}

void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    float *turned = malloc(sizeof *turned * COLS * (size_t)(dim + 1));
    if (!turned) return;
    for (int j = 0; j < m; j += COLS) {
        int cols = least(COLS, m - j);
        float yy[COLS] = {0};
        for (int c = 0; c < cols; c++)
            yy[c] = square(y + (j + c) * dim, dim);
        turn(y + j * dim, turned, cols, dim);
        for (int i = 0; i < n; i += ROWS)
            block(x + i * dim, turned, yy, d + i * m + j, least(ROWS, n - i),
                  cols, m, dim);
    }
    free(turned);
}
