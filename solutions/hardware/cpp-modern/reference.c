// cpp-modern: a row at a time, in double.
#include <math.h>

void reference(const float *in, double *out, int rows, int cols, int op);

static double reduce(const float *x, int n, int op) {
    double sum = 0, least = INFINITY, most = -INFINITY, squares = 0, size = 0;
    int above = 0;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        squares += (double)x[i] * x[i];
        above += x[i] > 0;
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
        size = fmax(size, fabs((double)x[i]));
    }
    const double result[] = {sum, most, least, sqrt(squares), above, size};
    return result[op];
}

void reference(const float *in, double *out, int rows, int cols, int op) {
    for (int r = 0; r < rows; r++)
        out[r] = reduce(in + (long long)r * cols, cols, op);
}
