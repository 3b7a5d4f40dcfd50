#include <math.h>

void reference(const float *x, const float *bias, const float *keep,
               double *out, int rows, int cols, float p) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            long i = (long)r * cols + c;
            double v = (double)x[i] + bias[c];
            v = 0.5 * v * (1 + erf(v / sqrt(2)));
            out[i] = keep[i] >= p ? v / (1 - (double)p) : 0;
        }
}
