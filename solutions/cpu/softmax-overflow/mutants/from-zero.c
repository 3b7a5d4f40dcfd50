// rejected by: case far below zero (the maximum starts at 0)
// says: The maximum starts at 0 or just above, which no element of a row far below zero reaches. FLT_MIN is no large negative number, but a tiny positive one. Start at the first element of the row, or at -INFINITY.
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    for (int i = 0; i < rows; i++) {
        const float *row = x + i * cols;
        float most = 0, sum = 0;
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
