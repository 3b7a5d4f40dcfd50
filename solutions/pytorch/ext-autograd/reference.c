#include <math.h>

// With s = sigmoid(b x) and t = b x: what a gradient and its gradient need.
static double s_of(double t) {
    return 1 / (1 + exp(-t));
}

void reference(const double *x, const double *b, const double *g,
               const double *u, const double *v, double *y, double *dx,
               double *db, double *ddx, double *ddb, double *ddg, int n,
               int cols) {
    for (int c = 0; c < cols; c++) {
        if (db) db[c] = 0;
        if (ddb) ddb[c] = 0;
        for (int r = 0; r < n; r++) {
            long i = (long)r * cols + c;
            double t = b[c] * x[i], s = s_of(t), p = s * s_of(-t);
            double q = p * (s_of(-t) - s); // the slope of p
            // y' by x and by b, and their own slopes.
            double by_x = s + t * p, by_b = x[i] * x[i] * p;
            double xx = b[c] * (2 * p + t * q);
            double xb = x[i] * (2 * p + t * q);
            double bb = x[i] * x[i] * x[i] * q;
            if (y) y[i] = x[i] * s;
            if (dx) dx[i] = g[i] * by_x;
            if (db) db[c] += g[i] * by_b;
            if (ddx) ddx[i] = g[i] * (u[i] * xx + v[c] * xb);
            if (ddb) ddb[c] += g[i] * (u[i] * xb + v[c] * bb);
            if (ddg) ddg[i] = u[i] * by_x + v[c] * by_b;
        }
    }
}
