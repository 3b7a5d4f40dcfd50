#include <stddef.h>

static double pixel(const float *image, int h, int w, long i, long j) {
    i = i < 0 ? 0 : i >= h ? h - 1 : i;
    j = j < 0 ? 0 : j >= w ? w - 1 : j;
    return image[(size_t)i * w + j];
}

// The pixel below a position, in units of 1 / (2 factor): position p, of which half a
// pixel is `factor`.
static double zoom(const float *image, int h, int w, int factor, long i,
                   long j) {
    long u = 2 * i + 1 - factor, v = 2 * j + 1 - factor, whole = 2 * factor;
    long i0 = (u + whole) / whole - 1, j0 = (v + whole) / whole - 1;
    double a = (double)(u - i0 * whole) / whole,
           b = (double)(v - j0 * whole) / whole;
    return (1 - a) * ((1 - b) * pixel(image, h, w, i0, j0) +
                      b * pixel(image, h, w, i0, j0 + 1)) +
           a * ((1 - b) * pixel(image, h, w, i0 + 1, j0) +
                b * pixel(image, h, w, i0 + 1, j0 + 1));
}

void reference(const float *coef, const float *x, double *y, const float *image,
               double *zoomed, int n, int terms, int h, int w, int factor) {
    for (int i = 0; y && i < n; i++) {
        double sum = 0;
        for (int k = terms - 1; k >= 0; k--)
            sum = sum * x[i] + coef[k];
        y[i] = sum;
    }
    for (long i = 0; zoomed && i < (long)h * factor; i++)
        for (long j = 0; j < (long)w * factor; j++)
            zoomed[i * w * factor + j] = zoom(image, h, w, factor, i, j);
}
