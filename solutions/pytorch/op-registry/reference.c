#include <math.h>

void reference(const float *x, const float *weight, const float *gy,
               const float *gr, double eps, int turned, int *facts,
               double *y, double *r, double *dx, double *dweight,
               double *y_compiled, double *dx_compiled, int n, int cols) {
    (void)turned;
    for (int j = 0; j < cols; j++)
        dweight[j] = 0;
    for (int i = 0; i < n; i++) {
        double square = 0, dot = 0;
        for (int j = 0; j < cols; j++) {
            long at = (long)i * cols + j;
            square += (double)x[at] * x[at] / cols;
            dot += (double)gy[at] * x[at] * weight[j];
        }
        double scale = 1 / sqrt(square + eps), cube = scale * scale * scale;
        r[i] = scale;
        for (int j = 0; j < cols; j++) {
            long at = (long)i * cols + j;
            double direct = scale * weight[j] * gy[at];
            y[at] = y_compiled[at] = x[at] * scale * weight[j];
            dx[at] = direct - x[at] * cube / cols * (dot + gr[i]);
            dx_compiled[at] = direct - x[at] * cube / cols * dot;
            dweight[j] += gy[at] * x[at] * scale;
        }
    }
    for (int i = 0; i < 5; i++)
        facts[i] = 1;
}
