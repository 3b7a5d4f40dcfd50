// conv2d: the sum itself, in double, output by output.
#include <stddef.h>

#define ENTRY                                                                  \
    const float *in, const float *weights, double *out, int batch,             \
        int channels, int height, int width, int filters, int kh, int kw,      \
        int pad, int stride, int dilation

void reference(ENTRY);
void reference_at(ENTRY, long long at);

static int extent(int size, int k, int pad, int stride, int dilation) {
    return (size + 2 * pad - dilation * (k - 1) - 1) / stride + 1;
}

void reference_at(ENTRY, long long at) {
    (void)batch;
    int oh = extent(height, kh, pad, stride, dilation);
    int ow = extent(width, kw, pad, stride, dilation);
    long long x0 = at % ow, y0 = at / ow % oh;
    long long f = at / ow / oh % filters, b = at / ow / oh / filters;
    double sum = 0;
    for (int c = 0; c < channels; c++)
        for (int i = 0; i < kh; i++)
            for (int j = 0; j < kw; j++) {
                long long y = y0 * stride - pad + (long long)i * dilation;
                long long x = x0 * stride - pad + (long long)j * dilation;
                if (y < 0 || y >= height || x < 0 || x >= width) continue;
                double w = weights[((f * channels + c) * kh + i) * kw + j];
                sum += w * in[((b * channels + c) * height + y) * width + x];
            }
    out[at] = sum;
}

void reference(ENTRY) {
    long long oh = extent(height, kh, pad, stride, dilation);
    long long ow = extent(width, kw, pad, stride, dilation);
    for (long long at = 0; at < batch * filters * oh * ow; at++)
        reference_at(in, weights, out, batch, channels, height, width, filters,
                     kh, kw, pad, stride, dilation, at);
}
