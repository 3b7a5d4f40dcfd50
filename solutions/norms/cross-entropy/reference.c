// cross-entropy: losses, and the gradient of their mean, in double.
#include <math.h>

void reference(const float *x, const int *labels, double *loss, double *dx,
               int rows, int vocab, int ignore);

static void one_row(const float *x, int label, double weight, double *loss,
                    double *dx, int vocab) {
    double most = -INFINITY, sum = 0;
    for (int c = 0; c < vocab; c++)
        most = fmax(most, x[c]);
    for (int c = 0; c < vocab; c++)
        sum += exp(x[c] - most);
    *loss = most - x[label] + log(sum);
    for (int c = 0; c < vocab; c++)
        dx[c] = weight * (exp(x[c] - most) / sum - (c == label));
}

void reference(const float *x, const int *labels, double *loss, double *dx,
               int rows, int vocab, int ignore) {
    int valid = 0;
    for (int r = 0; r < rows; r++)
        valid += labels[r] != ignore;
    for (int r = 0; r < rows; r++) {
        long long row = (long long)r * vocab;
        if (labels[r] != ignore) {
            one_row(x + row, labels[r], 1.0 / valid, loss + r, dx + row, vocab);
            continue;
        }
        loss[r] = 0;
        for (int c = 0; c < vocab; c++)
            dx[row + c] = 0;
    }
}

// The terms that are added and subtracted: of the loss the largest logit, the label's and a
// logarithm; of the gradient p and 1. p is off by the rounding of its exponent.
// The last term is for p below the smallest float that has all of its digits.
void reference_scale(const float *x, const int *labels, double *loss,
                     double *dx, int rows, int vocab, int ignore);

void reference_scale(const float *x, const int *labels, double *loss,
                     double *dx, int rows, int vocab, int ignore) {
    reference(x, labels, loss, dx, rows, vocab, ignore);
    double valid = 0;
    for (int r = 0; r < rows; r++)
        valid += labels[r] != ignore;
    for (int r = 0; r < rows; r++) {
        const float *row = x + (long long)r * vocab;
        double *s = dx + (long long)r * vocab;
        double most = -INFINITY;
        if (labels[r] == ignore) continue;
        for (int c = 0; c < vocab; c++)
            most = fmax(most, row[c]);
        for (int c = 0; c < vocab; c++) {
            double one = c == labels[r], p = s[c] + one / valid;
            s[c] = p * (1 + most - row[c]) + one / valid + 1e-31;
        }
        loss[r] = fabs(most) + fabs((double)row[labels[r]]) + 1;
    }
}
