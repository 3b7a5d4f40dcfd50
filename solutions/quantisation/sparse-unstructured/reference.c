#include <stddef.h>

void reference(const int *offsets, const int *cols, const float *values,
               const float *x, double *y, int rows, int width, int batch,
               int nnz) {
    (void)width, (void)nnz;
    for (int r = 0; r < rows; r++, y += batch) {
        for (int b = 0; b < batch; b++)
            y[b] = 0;
        for (int i = offsets[r]; i < offsets[r + 1]; i++)
            for (int b = 0; b < batch; b++)
                y[b] += (double)values[i] * x[(size_t)cols[i] * batch + b];
    }
}
