// rejected by: case (log-sum-exp without the maximum)
// says: The maximum is subtracted in lse and not added back. The logarithm of the sum is m + log(sum).
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
        lse[i] = logf(sum);
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
