#include <math.h>
void reference(const float *x, double *out, int rows, int cols) {
    for (long r = 0; r < rows; r++) {
        double most = -INFINITY, sum = 0;
        for (long c = 0; c < cols; c++)
            most = fmax(most, x[r * cols + c]);
        for (long c = 0; c < cols; c++)
            sum += exp(x[r * cols + c] - most);
        for (long c = 0; c < cols; c++)
            out[r * cols + c] = exp(x[r * cols + c] - most) / sum;
    }
}
