// Every row less its mean, in double.
#include <math.h>
#include <stddef.h>

void reference(const float *x, double *y, int rows, int cols) {
    for (int r = 0; r < rows; r++, x += cols, y += cols) {
        double sum = 0;
        for (int c = 0; c < cols; c++)
            sum += x[c];
        for (int c = 0; c < cols; c++)
            y[c] = x[c] - sum / cols;
    }
}

// The mean of sizes: what the sum may be off by, each of its roundings.
void reference_scale(const float *x, double *y, int rows, int cols) {
    for (int r = 0; r < rows; r++, x += cols, y += cols) {
        double sum = 0;
        for (int c = 0; c < cols; c++)
            sum += fabs(x[c]);
        for (int c = 0; c < cols; c++)
            y[c] = fabs(x[c]) + sum / cols;
    }
}
