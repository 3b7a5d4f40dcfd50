#include <math.h>

static double gelu(double h) {
    return 0.5 * h * (1 + tanh(0.7978845608 * (h + 0.044715 * h * h * h)));
}

void reference(const float *x, const float *w, const float *b, double off,
               double *y, double *difference, int count, int rows, int cols) {
    *difference = 0;
    for (int r = 0; r < count * rows; r++) {
        const float *in = x + (long)r * cols;
        double *out = y + (long)r * cols, mean = 0, var = 0;
        for (int c = 0; c < cols; c++)
            mean += in[c] / (double)cols;
        for (int c = 0; c < cols; c++)
            var += (in[c] - mean) * (in[c] - mean) / cols;
        for (int c = 0; c < cols; c++) {
            double h = (in[c] - mean) / sqrt(var + 1e-5) * w[c] + b[c];
            // Batch i has i rows less than the first one.
            out[c] = r % rows < rows - r / rows ? in[c] + gelu(h) : 0;
            *difference = fmax(*difference, fabs(off * out[c]));
        }
    }
}
