#include <math.h>

void reference(const float *x, signed char *q, double *scales, int rows, int cols) {
    for (long r = 0; r < rows; r++) {
        const float *row = x + r * cols;
        float most = 0;
        for (int c = 0; c < cols; c++)
            most = fmaxf(most, fabsf(row[c]));
        float scale = most / 127.0f;
        if (scales) scales[r] = scale;
        for (int c = 0; q && c < cols; c++)
            q[r * cols + c] = scale > 0 ? (signed char)rintf(row[c] / scale) : 0;
    }
}
