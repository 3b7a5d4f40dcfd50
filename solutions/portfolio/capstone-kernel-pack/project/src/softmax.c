#include "kernelpack.h"

#include <math.h>
#include <stddef.h>

int kp_softmax(const float *x, float *y, int rows, int cols) {
    if (rows < 0 || cols < 0) return KP_BAD_ARGUMENT;
    if (rows == 0 || cols == 0) return KP_OK;
    if (!x || !y) return KP_BAD_ARGUMENT;
    for (int r = 0; r < rows; r++, x += cols, y += cols) {
        float most = -INFINITY;
        double sum = 0;
#ifndef BUG_softmax
        for (int c = 0; c < cols; c++)
            most = fmaxf(most, x[c]);
#endif
        if (most == -INFINITY) most = 0; // a row that is masked throughout
        for (int c = 0; c < cols; c++)
            sum += y[c] = expf(x[c] - most);
        for (int c = 0; c < cols; c++)
            y[c] = sum == 0 ? 0 : (float)(y[c] / sum);
    }
    return KP_OK;
}
