#include "kernelpack.h"

#include <math.h>
#include <stddef.h>

typedef struct Moments {
    double mean, over; // over: 1 / sigma
} Moments;

static Moments moments_of(const float *x, float eps, int cols) {
    double mean = 0, square = 0;
    for (int c = 0; c < cols; c++)
        mean += x[c];
    mean /= cols;
    for (int c = 0; c < cols; c++)
        square += (x[c] - mean) * (x[c] - mean);
    return (Moments){mean, 1 / sqrt(square / cols + eps)};
}

int kp_layernorm(const float *x, const float *gain, const float *shift, float eps, float *y,
                 int rows, int cols) {
    if (rows < 0 || cols < 0 || !(eps >= 0)) return KP_BAD_ARGUMENT;
    if (rows == 0 || cols == 0) return KP_OK;
    if (!x || !gain || !shift || !y) return KP_BAD_ARGUMENT;
    for (int r = 0; r < rows; r++, x += cols, y += cols) {
        Moments m = moments_of(x, eps, cols);
        for (int c = 0; c < cols; c++)
            y[c] = (float)((x[c] - m.mean) * m.over * gain[c] + shift[c]);
    }
    return KP_OK;
}

int kp_layernorm_backward(const float *x, const float *gain, const float *dy, float eps,
                          float *dx, float *dgain, float *dshift, int rows, int cols) {
    if (rows < 0 || cols < 0 || !(eps >= 0)) return KP_BAD_ARGUMENT;
    if (cols == 0) return KP_OK;
    if (!dgain || !dshift) return KP_BAD_ARGUMENT;
    for (int c = 0; c < cols; c++)
        dgain[c] = dshift[c] = 0;
    if (rows == 0) return KP_OK;
    if (!x || !gain || !dy || !dx) return KP_BAD_ARGUMENT;
    for (int r = 0; r < rows; r++, x += cols, dy += cols, dx += cols) {
        Moments m = moments_of(x, eps, cols);
        double a = 0, b = 0;
        for (int c = 0; c < cols; c++) {
            double hat = (x[c] - m.mean) * m.over;
            a += dy[c] * gain[c] / cols;
            b += dy[c] * gain[c] * hat / cols;
            dgain[c] += (float)(dy[c] * hat);
            dshift[c] += dy[c];
        }
#ifdef BUG_layernorm
        b = 0;
#endif
        for (int c = 0; c < cols; c++)
            dx[c] = (float)(m.over * (dy[c] * gain[c] - a - (x[c] - m.mean) * m.over * b));
    }
    return KP_OK;
}
