#include <math.h>

void reference(const float *x, double *out, int rows, int cols) {
    for (long r = 0; r < rows; r++) {
        const float *row = x + r * cols;
        double most = -INFINITY, sum = 0;
        for (int c = 0; c < cols; c++)
            most = fmax(most, row[c]);
        for (int c = 0; c < cols; c++)
            sum += exp(row[c] - most);
        for (int c = 0; c < cols; c++)
            out[r * cols + c] = exp(row[c] - most) / sum;
    }
}
