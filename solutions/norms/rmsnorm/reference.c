// rmsnorm: y and the gradient of x, in double.
#include <math.h>

void reference(const float *x, const float *weight, const float *dy, double *y,
               double *dx, int rows, int cols, float eps);

void reference(const float *x, const float *weight, const float *dy, double *y,
               double *dx, int rows, int cols, float eps) {
    for (int i = 0; i < rows; i++) {
        long long row = (long long)i * cols;
        double squares = 0, s = 0;
        for (int c = 0; c < cols; c++) {
            double v = x[row + c];
            squares += v * v;
            s += (double)weight[c] * dy[row + c] * v;
        }
        double r = 1 / sqrt(squares / cols + eps);
        for (int c = 0; c < cols; c++) {
            double v = x[row + c], w = weight[c];
            y[row + c] = v * r * w;
            dx[row + c] = r * (w * dy[row + c] - v * r * r * s / cols);
        }
    }
}
