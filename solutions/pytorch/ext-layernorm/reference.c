#include <math.h>

void reference(const float *x, const float *weight, const float *bias,
               const float *gy, double eps, int view, double *y, double *dx,
               double *dweight, double *dbias, int *facts, int rows,
               int cols) {
    for (int j = 0; j < cols; j++)
        dweight[j] = dbias[j] = 0;
    for (int i = 0; i < rows; i++) {
        const float *r = x + (long)i * cols;
        double mean = 0, square = 0, a = 0, b = 0;
        for (int j = 0; j < cols; j++)
            mean += (double)r[j] / cols;
        for (int j = 0; j < cols; j++)
            square += (r[j] - mean) * (r[j] - mean) / cols;
        double scale = 1 / sqrt(square + eps);
        for (int j = 0; j < cols; j++) {
            long at = (long)i * cols + j;
            double n = (r[j] - mean) * scale, g = view == 2 ? gy[0] : gy[at];
            y[at] = n * weight[j] + bias[j];
            a += g * weight[j] / cols;
            b += g * weight[j] * n / cols;
            dweight[j] += g * n;
            dbias[j] += g;
        }
        for (int j = 0; j < cols; j++) {
            long at = (long)i * cols + j;
            double n = (r[j] - mean) * scale, g = view == 2 ? gy[0] : gy[at];
            dx[at] = scale * (g * weight[j] - a - n * b);
        }
    }
    for (int i = 0; i < 5; i++)
        facts[i] = 1;
}
