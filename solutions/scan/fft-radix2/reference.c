// The sum by definition, in double: y[k] = sum of x[j] exp(-2 pi i j k / n).
#include <math.h>
#include <stddef.h>

static const double TWO_PI = 6.283185307179586476925;

// One part of one element: 0 is real, 1 imaginary.
static double element(const float *x, int n, int k, int part) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
        double angle = TWO_PI * ((long long)j * k % n) / n;
        double c = cos(angle), s = -sin(angle), re = x[2 * j], im = x[2 * j + 1];
        sum += part ? re * s + im * c : re * c - im * s;
    }
    return sum;
}

void reference(const float *in, double *out, int batch, int n) {
    double c[4096], s[4096];
    for (int j = 0; j < n; j++)
        c[j] = cos(TWO_PI * j / n), s[j] = -sin(TWO_PI * j / n);
    for (int t = 0; t < batch; t++) {
        const float *x = in + (size_t)t * n * 2;
        double *y = out + (size_t)t * n * 2;
        for (int k = 0; k < n; k++) {
            double re = 0, im = 0;
            for (int j = 0, at = 0; j < n; j++, at = (at + k) % n) {
                re += x[2 * j] * c[at] - x[2 * j + 1] * s[at];
                im += x[2 * j] * s[at] + x[2 * j + 1] * c[at];
            }
            y[2 * k] = re;
            y[2 * k + 1] = im;
        }
    }
}

void reference_at(const float *in, double *out, int batch, int n,
                  long long at) {
    (void)batch;
    const float *x = in + at / (2 * n) * 2 * n;
    out[at] = element(x, n, (int)(at / 2 % n), (int)(at % 2));
}

// The length of the vector: each pass adds roundings in proportion to it.
static double length(const float *x, int n) {
    double sum = 0;
    for (int j = 0; j < 2 * n; j++)
        sum += (double)x[j] * x[j];
    return sqrt(sum);
}

void reference_scale(const float *in, double *out, int batch, int n) {
    for (int t = 0; t < batch; t++) {
        double s = length(in + (size_t)t * n * 2, n);
        for (int j = 0; j < 2 * n; j++)
            out[(size_t)t * n * 2 + j] = s;
    }
}

void reference_scale_at(const float *in, double *out, int batch, int n,
                        long long at) {
    (void)batch;
    out[at] = length(in + at / (2 * n) * 2 * n, n);
}
