// rejected by: case (p from the logarithm of the sum, which is rounded)
// says: p is made as exp(x - lse). For a large x the float `lse` is rounded by more than p may be off, and log(sum) is lost beside 3e38. The maximum is exact: p is expf(x - m) / sum.
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    for (int i = 0; i < rows; i++) {
        const float *row = x + i * cols;
        float m = row[0], sum = 0;
        for (int j = 0; j < cols; j++)
            m = fmaxf(m, row[j]);
        for (int j = 0; j < cols; j++)
            sum += expf(row[j] - m);
        lse[i] = m + logf(sum);
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(row[j] - lse[i]);
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
