#include <math.h>

void reference(const float *x, const float *y, const float *gain,
               const float *bias, double *out, int rows, int cols, float eps) {
    for (long r = 0; r < rows; r++) {
        const float *a = x + r * cols, *b = y + r * cols;
        double sum = 0, squares = 0;
        for (int c = 0; c < cols; c++)
            sum += (double)a[c] + b[c];
        double mean = sum / cols;
        for (int c = 0; c < cols; c++) {
            double d = (double)a[c] + b[c] - mean;
            squares += d * d;
        }
        double rstd = 1 / sqrt(squares / cols + eps);
        for (int c = 0; c < cols; c++)
            out[r * cols + c] =
                ((double)a[c] + b[c] - mean) * rstd * gain[c] + bias[c];
    }
}
