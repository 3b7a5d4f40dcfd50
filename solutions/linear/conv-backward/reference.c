// conv-backward: each product of the forward pass, and whom it gives a
// gradient, in double.
#include <stddef.h>

#define ENTRY                                                                  \
    const float *in, const float *weights, const float *dout, double *din,     \
        double *dweights, double *dbias, int batch, int channels, int height,  \
        int width, int filters, int kh, int kw, int pad, int stride

void reference(ENTRY);
void reference_at(ENTRY, long long at);

typedef struct Shape {
    long long batch, channels, height, width, filters, kh, kw, pad, stride;
    long long oh, ow;
} Shape;

static Shape shape(long long batch, int channels, int height, int width,
                   int filters, int kh, int kw, int pad, int stride) {
    return (Shape){batch,
                   channels,
                   height,
                   width,
                   filters,
                   kh,
                   kw,
                   pad,
                   stride,
                   (height + 2 * pad - kh) / stride + 1,
                   (width + 2 * pad - kw) / stride + 1};
}

static double input_gradient(const float *weights, const float *dout, Shape z,
                             long long at) {
    long long x = at % z.width, y = at / z.width % z.height;
    long long c = at / z.width / z.height % z.channels;
    long long b = at / z.width / z.height / z.channels;
    double sum = 0;
    for (long long v = 0; v < z.oh; v++) {
        long long i = y + z.pad - v * z.stride; // the row of the window
        if (i < 0 || i >= z.kh) continue;
        for (long long u = 0; u < z.ow; u++) {
            long long j = x + z.pad - u * z.stride;
            if (j < 0 || j >= z.kw) continue;
            for (long long f = 0; f < z.filters; f++)
                sum +=
                    (double)
                        weights[((f * z.channels + c) * z.kh + i) * z.kw + j] *
                    dout[((b * z.filters + f) * z.oh + v) * z.ow + u];
        }
    }
    return sum;
}

static double weight_gradient(const float *in, const float *dout, Shape z,
                              long long at) {
    long long j = at % z.kw, i = at / z.kw % z.kh;
    long long c = at / z.kw / z.kh % z.channels;
    long long f = at / z.kw / z.kh / z.channels;
    double sum = 0;
    for (long long b = 0; b < z.batch; b++)
        for (long long v = 0; v < z.oh; v++)
            for (long long u = 0; u < z.ow; u++) {
                long long y = v * z.stride - z.pad + i;
                long long x = u * z.stride - z.pad + j;
                if (y < 0 || y >= z.height || x < 0 || x >= z.width) continue;
                sum +=
                    (double)in[((b * z.channels + c) * z.height + y) * z.width +
                               x] *
                    dout[((b * z.filters + f) * z.oh + v) * z.ow + u];
            }
    return sum;
}

static double bias_gradient(const float *dout, Shape z, long long f) {
    double sum = 0;
    for (long long b = 0; b < z.batch; b++)
        for (long long k = 0; k < z.oh * z.ow; k++)
            sum += dout[(b * z.filters + f) * z.oh * z.ow + k];
    return sum;
}

void reference_at(ENTRY, long long at) {
    Shape z =
        shape(batch, channels, height, width, filters, kh, kw, pad, stride);
    if (din) din[at] = input_gradient(weights, dout, z, at);
    if (dweights) dweights[at] = weight_gradient(in, dout, z, at);
    if (dbias) dbias[at] = bias_gradient(dout, z, at);
}

void reference(ENTRY) {
    Shape z =
        shape(batch, channels, height, width, filters, kh, kw, pad, stride);
    for (long long at = 0; at < z.batch * z.channels * z.height * z.width; at++)
        din[at] = input_gradient(weights, dout, z, at);
    for (long long at = 0; at < z.filters * z.channels * z.kh * z.kw; at++)
        dweights[at] = weight_gradient(in, dout, z, at);
    for (long long f = 0; f < z.filters; f++)
        dbias[f] = bias_gradient(dout, z, f);
}
