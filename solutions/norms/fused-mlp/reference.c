// fused-mlp in double: x w1 + b1, GELU in its tanh form, times w2, plus b2. The hidden
// values are rounded nowhere; halves come as floats.
#include <math.h>
#include <stddef.h>

#define ENTRY                                                                  \
    const float *x, const float *w1, const float *b1, const float *w2,         \
        const float *b2, double *out, int m, int d, int h

void reference(ENTRY);
void reference_at(ENTRY, long long at);

static double gelu(double u) {
    const double k = 0.79788456080286535588, cubic = 0.044715;
    return 0.5 * u * (1 + tanh(k * (u + cubic * u * u * u)));
}

static double hidden(const float *row, const float *w1, const float *b1, int d,
                     int h, int j) {
    double u = b1[j];
    for (int p = 0; p < d; p++)
        u += (double)row[p] * w1[(size_t)p * h + j];
    return gelu(u);
}

void reference(ENTRY) {
    for (int i = 0; i < m; i++) {
        double *to = out + (size_t)i * d;
        for (int c = 0; c < d; c++)
            to[c] = b2[c];
        for (int j = 0; j < h; j++) {
            double v = hidden(x + (size_t)i * d, w1, b1, d, h, j);
            for (int c = 0; c < d; c++)
                to[c] += v * w2[(size_t)j * d + c];
        }
    }
}

void reference_at(ENTRY, long long at) {
    (void)m;
    double sum = b2[at % d];
    for (int j = 0; j < h; j++)
        sum += hidden(x + at / d * d, w1, b1, d, h, j) *
               w2[(size_t)j * d + at % d];
    out[at] = sum;
}
