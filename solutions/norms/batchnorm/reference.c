// batchnorm: channel by channel, in two passes, in double.
#include <math.h>

#define ENTRY                                                                  \
    const float *x, const float *gain, const float *bias, double *run_mean,    \
        double *run_var, double *y, int n, int c, int hw, int nhwc,            \
        float momentum, float eps

void reference(ENTRY);
void reference_scale(ENTRY);

static long long place(long long i, int ch, int c, int hw, int nhwc) {
    return nhwc ? i * c + ch : (i / hw * c + ch) * hw + i % hw;
}

// As a scale: what the last subtraction took apart, and the mean of |x|.
static void everything(ENTRY, int scale) {
    long long each = (long long)n * hw;
    for (int ch = 0; ch < c && each > 0; ch++) {
        double mean = 0, size = 0, m2 = 0;
        for (long long i = 0; i < each; i++) {
            double v = x[place(i, ch, c, hw, nhwc)];
            mean += v / (double)each;
            size += fabs(v) / (double)each;
        }
        for (long long i = 0; i < each; i++) {
            double d = x[place(i, ch, c, hw, nhwc)] - mean;
            m2 += d * d;
        }
        double factor = gain[ch] / sqrt(m2 / (double)each + eps);
        for (long long i = 0; y && i < each; i++) {
            long long k = place(i, ch, c, hw, nhwc);
            y[k] = scale ? (fabs(x[k]) + size) * factor + fabs(bias[ch])
                         : (x[k] - mean) * factor + bias[ch];
        }
        double unbiased = m2 / (double)(each > 1 ? each - 1 : 1);
        if (run_mean)
            run_mean[ch] =
                scale ? fabs(run_mean[ch]) + size
                      : (1.0 - momentum) * run_mean[ch] + momentum * mean;
        if (run_var)
            run_var[ch] = (1.0 - momentum) * run_var[ch] + momentum * unbiased;
    }
}

void reference(ENTRY) {
    everything(x, gain, bias, run_mean, run_var, y, n, c, hw, nhwc, momentum,
               eps, 0);
}

void reference_scale(ENTRY) {
    everything(x, gain, bias, run_mean, run_var, y, n, c, hw, nhwc, momentum,
               eps, 1);
}
