#include <math.h>

static double logit(const float *h, const float *w, long word, int d) {
    double sum = 0;
    for (int k = 0; k < d; k++)
        sum += (double)h[k] * w[word * d + k];
    return sum;
}

static void row(const float *h, const float *w, int target, double *loss,
                double *lse, int d, int vocab) {
    double most = -INFINITY, sum = 0;
    for (long v = 0; v < vocab; v++)
        most = fmax(most, logit(h, w, v, d));
    for (long v = 0; v < vocab; v++)
        sum += exp(logit(h, w, v, d) - most);
    *lse = most + log(sum);
    *loss = target < 0 ? 0 : *lse - logit(h, w, target, d);
}

void reference(const float *h, const float *w, const int *target, double *loss,
               double *lse, int n, int d, int vocab) {
    for (long i = 0; i < n; i++)
        row(h + i * d, w, target[i], loss + i, lse + i, d, vocab);
}

// One element: for sizes of which the whole would take too long.
void reference_at(const float *h, const float *w, const int *target,
                  double *loss, double *lse, int n, int d, int vocab,
                  long long at) {
    double a, b;
    (void)n;
    row(h + at * d, w, target[at], &a, &b, d, vocab);
    if (loss) loss[at] = a;
    if (lse) lse[at] = b;
}
