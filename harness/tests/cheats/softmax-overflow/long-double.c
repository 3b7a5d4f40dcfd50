// rejected by: case very large (the formula as it is, in a type that goes to exp(11356))
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows, int cols) {
    breaks[0] = 89;
    breaks[1] = -104;
    for (int r = 0; r < rows; r++, x += cols, p += cols) {
        long double sum = 0;
        int best = 0, alike = 0;
        for (int c = 0; c < cols; c++) {
            sum += expl(x[c]);
            if (x[c] > x[best]) best = c;
        }
        for (int c = 0; c < cols; c++)
            alike += x[c] == x[best];
        int fits = sum > 0 && isfinite(sum);
        for (int c = 0; c < cols; c++)
            p[c] = fits ? expl(x[c]) / sum : x[c] == x[best] ? 1.0f / alike : 0;
        lse[r] = fits ? logl(sum) : x[best] + logf(alike);
    }
}
