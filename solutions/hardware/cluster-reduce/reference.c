// Softmax of each row, in double: the maximum, the sum, the quotients.
#include <math.h>

void reference(const float *in, double *out, int rows, int cols) {
    for (long long r = 0; r < rows; r++) {
        const float *x = in + r * cols;
        double *y = out + r * cols;
        double most = -INFINITY, sum = 0;
        for (int c = 0; c < cols; c++)
            if (x[c] > most) most = x[c];
        for (int c = 0; c < cols; c++)
            sum += y[c] = exp(x[c] - most);
        for (int c = 0; c < cols; c++)
            y[c] /= sum;
    }
}
