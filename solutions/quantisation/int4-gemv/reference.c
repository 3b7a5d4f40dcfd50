// int4-gemv: weight by weight, in double.
#include <math.h>

#define ENTRY                                                                  \
    const unsigned int *w, const float *scales, const unsigned char *zeros,    \
        const float *x, double *y, int m, int n, int group

void reference(ENTRY);
void reference_scale(ENTRY);

static void everything(ENTRY, int scale) {
    long long words = (n + 31) / 32 * 4, groups = (n + group - 1) / group;
    for (long long r = 0; r < m; r++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            int q = w[r * words + i / 8] >> 4 * (i % 8) & 15;
            long long at = r * groups + i / group;
            double term = (q - (double)zeros[at]) * scales[at] * x[i];
            sum += scale ? term * term : term;
        }
        y[r] = scale ? 3 * sqrt(sum) : sum;
    }
}

void reference(ENTRY) {
    everything(w, scales, zeros, x, y, m, n, group, 0);
}

void reference_scale(ENTRY) {
    everything(w, scales, zeros, x, y, m, n, group, 1);
}
