// jacobi-2d: step by step over the whole array, in double.
#include <stdlib.h>

void reference(const float *in, double *out, int rows, int cols, int steps);

static void one_step(const double *a, double *b, long long rows, int cols) {
    for (long long r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            long long at = r * cols + c;
            int edge = r == 0 || c == 0 || r == rows - 1 || c == cols - 1;
            b[at] =
                edge
                    ? a[at]
                    : (a[at - cols] + a[at + cols] + a[at - 1] + a[at + 1]) / 4;
        }
}

void reference(const float *in, double *out, int rows, int cols, int steps) {
    long long n = (long long)rows * cols;
    double *other = malloc((size_t)(n + 1) * sizeof *other);
    for (long long i = 0; i < n; i++)
        out[i] = in[i];
    for (int s = 0; s < steps; s++) {
        one_step(out, other, rows, cols);
        for (long long i = 0; i < n; i++)
            out[i] = other[i];
    }
    free(other);
}
