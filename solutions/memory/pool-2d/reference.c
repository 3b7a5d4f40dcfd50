// pool-2d: the largest of each window, by definition.
#include <math.h>

void reference(const float *in, double *out, int planes, int h, int w, int k,
               int stride, int pad);
void reference_at(const float *in, double *out, int planes, int h, int w, int k,
                  int stride, int pad, long long at);

void reference_at(const float *in, double *out, int planes, int h, int w, int k,
                  int stride, int pad, long long at) {
    int oh = (h + 2 * pad - k) / stride + 1,
        ow = (w + 2 * pad - k) / stride + 1;
    int x = (int)(at % ow), y = (int)(at / ow % oh);
    const float *plane = in + at / ow / oh * h * w;
    double best = -INFINITY;
    for (int i = y * stride - pad; i < y * stride - pad + k; i++)
        for (int j = x * stride - pad; j < x * stride - pad + k; j++)
            if (i >= 0 && i < h && j >= 0 && j < w)
                best = fmax(best, plane[(long long)i * w + j]);
    out[at] = best;
    (void)planes;
}

void reference(const float *in, double *out, int planes, int h, int w, int k,
               int stride, int pad) {
    int oh = (h + 2 * pad - k) / stride + 1,
        ow = (w + 2 * pad - k) / stride + 1;
    for (long long at = 0; at < (long long)planes * oh * ow; at++)
        reference_at(in, out, planes, h, w, k, stride, pad, at);
}
