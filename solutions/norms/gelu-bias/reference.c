// gelu-bias: the tanh form and its derivative, in double.
#include <math.h>

void reference(const float *x, const float *bias, const float *dy, double *y,
               double *dx, int rows, int cols);

void reference(const float *x, const float *bias, const float *dy, double *y,
               double *dx, int rows, int cols) {
    const double k = 0.79788456080286535588, cubic = 0.044715;
    for (long long i = 0; i < (long long)rows * cols; i++) {
        double u = (double)x[i] + bias[i % cols];
        double t = tanh(k * (u + cubic * u * u * u));
        double inner = k * (1 + 3 * cubic * u * u);
        y[i] = 0.5 * u * (1 + t);
        dx[i] = dy[i] * (0.5 * (1 + t) + 0.5 * u * (1 - t * t) * inner);
    }
}
