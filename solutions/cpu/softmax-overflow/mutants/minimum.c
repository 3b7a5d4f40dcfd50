// rejected by: case wide (shifted by the minimum)
// says: The row is shifted by its smallest value, so the largest still overflows.
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    for (int i = 0; i < rows; i++) {
        const float *row = x + i * cols;
        float most = row[0], sum = 0;
        for (int j = 0; j < cols; j++)
            most = fminf(most, row[j]);
        for (int j = 0; j < cols; j++)
            sum += expf(row[j] - most);
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(row[j] - most) / sum;
        lse[i] = most + logf(sum);
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
