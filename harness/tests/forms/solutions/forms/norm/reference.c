// Mean 0 and variance 1 for each row; and how large the numbers were that were
// subtracted.
#include <math.h>

void reference(const float *in, double *out, int rows, int cols);
void reference_scale(const float *in, double *out, int rows, int cols);

static double mean_of(const float *x, int cols) {
    double sum = 0;
    for (int c = 0; c < cols; c++)
        sum += x[c];
    return sum / cols;
}

// The mean is as exact as its terms are large, however small it is.
static double size_of(const float *x, int cols) {
    double sum = 0;
    for (int c = 0; c < cols; c++)
        sum += fabs(x[c]);
    return sum / cols;
}

static double sigma_of(const float *x, int cols, double mean) {
    double sum = 0;
    for (int c = 0; c < cols; c++)
        sum += (x[c] - mean) * (x[c] - mean);
    return sqrt(sum / cols + 1e-5);
}

void reference(const float *in, double *out, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *x = in + (long long)r * cols;
        double mean = mean_of(x, cols), sigma = sigma_of(x, cols, mean);
        for (int c = 0; c < cols; c++)
            out[(long long)r * cols + c] = (x[c] - mean) / sigma;
    }
}

void reference_scale(const float *in, double *out, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *x = in + (long long)r * cols;
        double mean = mean_of(x, cols), sigma = sigma_of(x, cols, mean);
        double size = size_of(x, cols);
        for (int c = 0; c < cols; c++)
            out[(long long)r * cols + c] = (fabs(x[c]) + size) / sigma;
    }
}
