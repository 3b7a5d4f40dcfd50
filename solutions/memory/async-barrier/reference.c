// async-barrier: smooth each row, step by step; add up how far each element
// moves.
#include <math.h>

void reference(const float *in, double *out, double *path, int rows, int n,
               int steps);

static void step(double *v, double *path, int n) {
    double left = v[0];
    for (int i = 1; i < n - 1; i++) {
        double was = v[i];
        v[i] = 0.25 * left + 0.5 * was + 0.25 * v[i + 1];
        path[i] += fabs(v[i] - was);
        left = was;
    }
}

void reference(const float *in, double *out, double *path, int rows, int n,
               int steps) {
    for (int r = 0; r < rows; r++) {
        long long first = (long long)r * n;
        for (int i = 0; i < n; i++) {
            out[first + i] = in[first + i];
            path[first + i] = 0;
        }
        for (int s = 0; s < steps && n > 0; s++)
            step(out + first, path + first, n);
    }
}
