#include <math.h>

// Softmax and log-sum-exp of each row, by the book.
// TODO: find two inputs that break this, then fix it.
void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int j = 0; j < cols; j++)
            sum += expf(x[i * cols + j]);
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(x[i * cols + j]) / sum;
        lse[i] = logf(sum);
    }
    breaks[0] = 0; // TODO: the smallest whole n with expf(n) infinite
    breaks[1] = 0; // TODO: the largest whole n with expf(n) zero
}
