// layernorm: in double, two passes for the moments.
#include <math.h>

void reference(const float *x, const float *weight, const float *bias,
               double *y, double *mean, double *rstd, int rows, int cols,
               float eps);

void reference(const float *x, const float *weight, const float *bias,
               double *y, double *mean, double *rstd, int rows, int cols,
               float eps) {
    for (int r = 0; r < rows; r++) {
        long long row = (long long)r * cols;
        double sum = 0, squares = 0;
        for (int c = 0; c < cols; c++)
            sum += x[row + c];
        double m = sum / cols;
        for (int c = 0; c < cols; c++)
            squares += (x[row + c] - m) * (x[row + c] - m);
        double s = 1 / sqrt(squares / cols + eps);
        for (int c = 0; c < cols; c++)
            y[row + c] = (x[row + c] - m) * s * weight[c] + bias[c];
        mean[r] = m;
        rstd[r] = s;
    }
}
