// cp-async: the sum of the differences between neighbours of a row.
#include <math.h>

void reference(const float *in, double *out, int rows, int cols);

void reference(const float *in, double *out, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *row = in + (long long)r * cols;
        double sum = 0;
        for (int c = 0; c + 1 < cols; c++)
            sum += fabs((double)row[c + 1] - row[c]);
        out[r] = sum;
    }
}
