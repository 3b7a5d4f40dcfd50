#include <math.h>

void reference(const float *x, const float *gain, const float *bias,
               double *out, int rows, int cols, float eps) {
    for (long r = 0; r < rows; r++) {
        const float *row = x + r * cols;
        double sum = 0, squares = 0;
        for (int c = 0; c < cols; c++)
            sum += row[c];
        double mean = sum / cols;
        for (int c = 0; c < cols; c++)
            squares += (row[c] - mean) * (row[c] - mean);
        double rstd = 1 / sqrt(squares / cols + eps);
        for (int c = 0; c < cols; c++)
            out[r * cols + c] = (row[c] - mean) * rstd * gain[c] + bias[c];
    }
}
