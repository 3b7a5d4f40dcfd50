// rejected by: case (the maximum is subtracted from the logarithm, not added)
// says: `lse` is the logarithm minus the row's maximum. The sum is too small by the factor exp(maximum): add the maximum.
// Softmax and log-sum-exp of rows: shifted by the row's maximum, so that no
// exponential is above 1 and the sum is at least 1.
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    for (int i = 0; i < rows; i++) {
        const float *row = x + i * cols;
        float most = row[0], sum = 0;
        for (int j = 0; j < cols; j++)
            most = fmaxf(most, row[j]);
        for (int j = 0; j < cols; j++)
            sum += expf(row[j] - most);
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(row[j] - most) / sum;
        lse[i] = logf(sum) - most;
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
