// The length of each row, and the row divided by it. Halves come as floats, and go
// as doubles.
#include <math.h>

void reference(const float *x, double *y, double *lengths, int rows, int cols);

void reference(const float *x, double *y, double *lengths, int rows, int cols) {
    for (long long r = 0; r < rows; r++) {
        double sum = 0;
        for (int c = 0; c < cols; c++)
            sum += (double)x[r * cols + c] * x[r * cols + c];
        double length = sqrt(sum);
        lengths[r] = length;
        for (int c = 0; c < cols; c++)
            y[r * cols + c] = length > 0 ? x[r * cols + c] / length : 0;
    }
}
