// rejected by: case far below zero (subtracts the largest magnitude)
// says: The largest |x| is subtracted. In a row below zero that is far above all x, and every exponential vanishes. Take the largest x, with its sign.
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    for (int i = 0; i < rows; i++) {
        const float *row = x + i * cols;
        float m = 0, sum = 0;
        for (int j = 0; j < cols; j++)
            m = fmaxf(m, fabsf(row[j]));
        for (int j = 0; j < cols; j++)
            sum += expf(row[j] - m);
        lse[i] = m + logf(sum);
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(row[j] - m) / sum;
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
