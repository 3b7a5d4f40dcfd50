// rejected by: case rows far apart (the largest of all rows is subtracted, not the largest of the row)
// says: All rows are shifted by the largest element of the whole array. In a row that lies far below it every exponential vanishes.
// Softmax and log-sum-exp of rows: shifted by the row's maximum, so that no
// exponential is above 1 and the sum is at least 1.
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    for (int i = 0; i < rows; i++) {
        const float *row = x + i * cols;
        float most = x[0], sum = 0;
        for (int j = 0; j < rows * cols; j++)
            most = fmaxf(most, x[j]);
        for (int j = 0; j < cols; j++)
            sum += expf(row[j] - most);
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(row[j] - most) / sum;
        lse[i] = most + logf(sum);
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
