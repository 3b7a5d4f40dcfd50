// Group normalisation and SwiGLU in double.
#include <math.h>
#include <stddef.h>

// Mean and rstd of a group of the sample that begins at x.
static void moments(const float *x, int group, int length, float eps,
                    double *mean, double *rstd) {
    const float *v = x + (size_t)group * length;
    double sum = 0, squares = 0;
    for (int i = 0; i < length; i++)
        sum += v[i];
    *mean = sum / length;
    for (int i = 0; i < length; i++)
        squares += (v[i] - *mean) * (v[i] - *mean);
    *rstd = 1 / sqrt(squares / length + eps);
}

// Each output, or the size of the numbers that were added up for it.
static void each(const float *x, const float *weight, const float *bias,
                 double *y, int batch, int channels, int spatial, int groups,
                 float eps, int want_scale) {
    int length = channels / groups * spatial, half = channels / 2;
    for (int n = 0; n < batch; n++, x += (size_t)channels * spatial)
        for (int c = 0; c < half; c++) {
            double z[2][2], mean[2], rstd[2];
            for (int h = 0; h < 2; h++)
                moments(x, (c + h * half) / (channels / groups), length, eps,
                        &mean[h], &rstd[h]);
            for (int i = 0; i < spatial; i++) {
                for (int h = 0; h < 2; h++) {
                    int d = c + h * half;
                    double v = x[(size_t)d * spatial + i];
                    z[h][0] = (v - mean[h]) * rstd[h] * weight[d] + bias[d];
                    z[h][1] = (fabs(v) + fabs(mean[h])) * rstd[h] *
                                  fabs(weight[d]) +
                              fabs(bias[d]);
                }
                double silu = z[0][0] / (1 + exp(-z[0][0]));
                *y++ = want_scale ? 1.1 * z[0][1] * fabs(z[1][0]) +
                                        fabs(silu) * z[1][1]
                                  : silu * z[1][0];
            }
        }
}

void reference(const float *x, const float *weight, const float *bias,
               double *y, int batch, int channels, int spatial, int groups,
               float eps) {
    each(x, weight, bias, y, batch, channels, spatial, groups, eps, 0);
}

void reference_scale(const float *x, const float *weight, const float *bias,
                     double *y, int batch, int channels, int spatial,
                     int groups, float eps) {
    each(x, weight, bias, y, batch, channels, spatial, groups, eps, 1);
}
