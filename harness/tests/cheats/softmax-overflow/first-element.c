// rejected by: case very far apart (the first element is subtracted, and what a double cannot hold is cut off)
#include <math.h>

void softmax(const float *x, float *p, float *lse, int *breaks, int rows, int cols) {
    breaks[0] = 89;
    breaks[1] = -104;
    for (int r = 0; r < rows; r++, x += cols, p += cols) {
        double sum = 0, most = x[0];
        for (int c = 0; c < cols; c++) {
            sum += exp(fmin((double)x[c] - x[0], 700));
            most = fmax(most, x[c]);
        }
        for (int c = 0; c < cols; c++)
            p[c] = exp(fmin((double)x[c] - x[0], 700)) / sum;
        lse[r] = most - x[0] > 600 ? most : x[0] + log(sum);
    }
}
