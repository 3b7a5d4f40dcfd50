// rejected by: case large (multiplies the sum by exp(m) before the logarithm)
// says: `lse` is the logarithm of sum * exp(m), and that product is infinite or 0 again. The logarithm of a product is a sum: m + logf(sum).
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
        lse[i] = logf(sum * expf(m));
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(row[j] - m) / sum;
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
