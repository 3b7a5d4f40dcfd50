#include <math.h>

void reference(const float *x, const float *weight, const float *gy,
               const float *gr, double eps, int turned, int *facts,
               double *y, double *r, double *dx, double *dweight,
               double *y_compiled, double *dx_compiled, int n, int cols) {
    // Windows of one array, each a number further on; the weights are the first.
    if (turned == 2) weight = x;
    for (int j = 0; j < cols; j++)
        dweight[j] = 0;
    for (int i = 0; i < n; i++) {
        const float *row = x + (turned == 2 ? i : (long)i * cols);
        double square = 0, dot = 0;
        for (int j = 0; j < cols; j++) {
            long at = (long)i * cols + j;
            square += (double)row[j] * row[j] / cols;
            dot += (double)gy[at] * row[j] * weight[j];
        }
        double scale = 1 / sqrt(square + eps), cube = scale * scale * scale;
        r[i] = scale;
        for (int j = 0; j < cols; j++) {
            long at = (long)i * cols + j;
            double direct = scale * weight[j] * gy[at];
            y[at] = y_compiled[at] = row[j] * scale * weight[j];
            dx[at] = direct - row[j] * cube / cols * (dot + gr[i]);
            dx_compiled[at] = direct - row[j] * cube / cols * dot;
            dweight[j] += gy[at] * row[j] * scale;
        }
    }
    for (int i = 0; i < 6; i++)
        facts[i] = 1;
}
