// rejected by: case rows far apart (the largest of one row goes on into the next)
// says: The maximum is never set back, so it may come from an earlier row. Begin each row with its own first element.
// Softmax and log-sum-exp of rows: shifted by the row's maximum, so that no
// exponential is above 1 and the sum is at least 1.
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    float most = -3e38f;
    for (int i = 0; i < rows; i++) {
        const float *row = x + i * cols;
        float sum = 0;
        for (int j = 0; j < cols; j++)
            most = fmaxf(most, row[j]);
        for (int j = 0; j < cols; j++)
            sum += expf(row[j] - most);
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(row[j] - most) / sum;
        lse[i] = most + logf(sum);
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
