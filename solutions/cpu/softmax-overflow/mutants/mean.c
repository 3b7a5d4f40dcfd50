// rejected by: case large (subtracts the mean of the row)
// says: The mean of the row is subtracted. The largest x may lie so far above it that its exponential is infinite. Subtract the largest.
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    for (int i = 0; i < rows; i++) {
        const float *row = x + i * cols;
        float m = 0, sum = 0;
        for (int j = 0; j < cols; j++)
            m += row[j] / cols;
        for (int j = 0; j < cols; j++)
            sum += expf(row[j] - m);
        lse[i] = m + logf(sum);
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(row[j] - m) / sum;
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
