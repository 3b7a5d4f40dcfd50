// coalescing: points (x y z w) into four arrays.
void reference(const float *points, double *x, double *y, double *z, double *w,
               int n);

void reference(const float *points, double *x, double *y, double *z, double *w,
               int n) {
    for (long long i = 0; i < n; i++) {
        x[i] = points[4 * i + 0];
        y[i] = points[4 * i + 1];
        z[i] = points[4 * i + 2];
        w[i] = points[4 * i + 3];
    }
}

void reference_at(const float *points, double *x, double *y, double *z,
                  double *w, int n, long long at);

// One output is asked for at a time; the others are NULL.
void reference_at(const float *points, double *x, double *y, double *z,
                  double *w, int n, long long at) {
    (void)n;
    if (x) x[at] = points[4 * at + 0];
    if (y) y[at] = points[4 * at + 1];
    if (z) z[at] = points[4 * at + 2];
    if (w) w[at] = points[4 * at + 3];
}
