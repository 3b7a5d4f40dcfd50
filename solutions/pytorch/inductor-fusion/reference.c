#include <math.h>

static void product(const float *x, const float *scale, const float *w,
                    const float *bias, double *y, int rows, int cols, int outs) {
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < outs; o++) {
            double sum = bias[o];
            for (int c = 0; c < cols; c++)
                sum += (double)x[r * cols + c] * scale[r] * w[c * outs + o];
            y[r * outs + o] = sum > 0 ? sum : 0;
        }
}

static void standard(const float *x, double far, double *y, int n) {
    double mean = 0, var = 0;
    // tests.py adds in single precision.
    for (int i = 0; i < n; i++)
        mean += (float)(x[i] + (float)far);
    mean /= n;
    for (int i = 0; i < n; i++)
        var += pow((float)(x[i] + (float)far) - mean, 2);
    for (int i = 0; i < n; i++)
        y[i] = ((float)(x[i] + (float)far) - mean) / sqrt(var / n + 1e-5);
}

static void pack(const int *codes, const int *exponents, const int *keep,
                 int *words, int rows, int cols) {
    for (int i = 0; i < rows * cols / 4; i++) {
        unsigned word = 0;
        int r = i / (cols / 4);
        for (int b = 0; b < 4; b++) {
            double q = nearbyint(codes[4 * i + b] / 8.0 / exp2(exponents[r]));
            q = fmax(-127, fmin(127, q));
            word |= ((unsigned)(int)q & 255) << (8 * b);
        }
        words[i] = keep[r] ? (int)word : 0;
    }
}

void reference(const float *x, const float *scale, const float *w,
               const float *bias, double far, const int *codes_of,
               const int *exponents, const int *odds, const int *keep, int counted,
               double *y, double *z, int *words, int *few, int rows, int cols, int outs) {
    (void)counted;
    (void)odds; // a factor of x and of the scales
    product(x, scale, w, bias, y, rows, cols, outs);
    standard(x, far, z, rows * cols);
    pack(codes_of, exponents, keep, words, rows, cols);
    for (int i = 0; i < 3; i++)
        few[i] = 1;
}
