// Softmax of each row. What is allowed is a part of the row's largest share.
#include <math.h>

void reference(const float *in, double *out, int rows, int cols);

void reference(const float *in, double *out, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *x = in + (long long)r * cols;
        double *y = out + (long long)r * cols, most = -INFINITY, sum = 0;
        for (int c = 0; c < cols; c++)
            most = fmax(most, x[c]);
        for (int c = 0; c < cols; c++)
            sum += exp(x[c] - most);
        for (int c = 0; c < cols; c++)
            y[c] = exp(x[c] - most) / sum;
    }
}
