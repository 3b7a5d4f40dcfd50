// Softmax of rows in double. Gaps between rows stay, as all does that a refused call gets.
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { FACTS = 11, FIRST_REFUSED = 7, OTHER_CURRENT = 16, BESIDE = 18 };
#define GAP 7.0

void reference(const float *in, int *facts, double *out, int rows, int cols, int pitch,
               int scenario);

static void softmax_row(const float *x, double *y, int cols) {
    double most = -INFINITY, sum = 0;
    for (int c = 0; c < cols; c++)
        if (x[c] > most) most = x[c];
    if (most == -INFINITY) most = 0;
    for (int c = 0; c < cols; c++)
        sum += exp(x[c] - most);
    for (int c = 0; c < cols; c++)
        y[c] = sum == 0 ? 0 : exp(x[c] - most) / sum;
}

void reference(const float *in, int *facts, double *out, int rows, int cols, int pitch,
               int scenario) {
    size_t n = (size_t)rows * (size_t)pitch;
    for (size_t i = 0; i < n; i++)
        out[i] = GAP;
    bool runs = scenario < FIRST_REFUSED || scenario == OTHER_CURRENT ||
                scenario == BESIDE;
    for (int r = 0; r < rows && runs; r++)
        softmax_row(in + (size_t)r * (size_t)pitch, out + (size_t)r * (size_t)pitch,
                    cols);
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
}
