// selective-scan: step by step, in double.
#include <math.h>

#define ENTRY                                                                  \
    const float *x, const float *delta, const float *a, const float *b,        \
        const float *c, const float *d, double *y, int batch, int steps,       \
        int channels, int states

void reference(ENTRY);
void reference_at(ENTRY, long long at);

enum { MOST_STATES = 16 };

// Channel ch of sequence n, up to step `last`; y only of steps from `first` on.
static void one_channel(ENTRY, long long n, int ch, int first, int last) {
    (void)batch;
    double h[MOST_STATES] = {0};
    for (int t = 0; t <= last; t++) {
        long long row = n * steps + t, at = row * channels + ch;
        double v = delta[at], dt = v > 40 ? v : log1p(exp(v));
        double sum = (double)d[ch] * x[at];
        for (int s = 0; s < states; s++) {
            double decay = exp(dt * a[(long long)ch * states + s]);
            h[s] = decay * h[s] + dt * b[row * states + s] * x[at];
            sum += c[row * states + s] * h[s];
        }
        if (t >= first) y[at] = sum;
    }
    (void)steps;
}

void reference(ENTRY) {
    for (long long n = 0; n < batch; n++)
        for (int ch = 0; ch < channels; ch++)
            one_channel(x, delta, a, b, c, d, y, batch, steps, channels, states,
                        n, ch, 0, steps - 1);
}

void reference_at(ENTRY, long long at) {
    int t = (int)(at / channels % steps);
    one_channel(x, delta, a, b, c, d, y, batch, steps, channels, states,
                at / channels / steps, (int)(at % channels), t, t);
}
