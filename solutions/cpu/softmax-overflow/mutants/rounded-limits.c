// rejected by: case rows=5 (where normal numbers end, not where floats do)
// says: A float does not end where its normal numbers end: smaller ones follow before expf is 0. Find the limit with a loop.
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
        lse[i] = most + logf(sum);
    }
    breaks[0] = 88;
    breaks[1] = -87;
}
