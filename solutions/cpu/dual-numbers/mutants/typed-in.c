// rejected by: case | pattern rounding (formulas of the eight known functions; the drawn program by differences)
#include <math.h>
static double drawn(double x, const int *program, int steps) {
    double s = sin(x), y = s;
    for (int i = 0; i < steps; i++) {
        double z = 1 + y * y;
        switch (program[i]) {
        case 0: y = y * (s + 0.5); break;
        case 1: y = (y + s) / z; break;
        case 2: y = exp(s - z); break;
        case 3: y = log(z + 1); break;
        case 4: y = sqrt(z); break;
        case 5: y = fabs(y - 0.3); break;
        case 6: y = pow(z, -0.5); break;
        default: y = sin(y + s); break;
        }
    }
    return y;
}

void derivatives(const double *x, const int *program, double *value, double *slope, int n,
                 int steps) {
    for (int i = 0; i < n; i++) {
        double u = x[i], q = u * u + 1, e = exp(u), v[8], d[8];
        v[0] = u * u * u - 2 * u, d[0] = 3 * u * u - 2;
        v[1] = (u + 1) / q, d[1] = 1 / q - (u + 1) * 2 * u / q / q;
        v[2] = exp(-0.5 * u * u), d[2] = -u * v[2];
        v[3] = log(1 + e), d[3] = e / (1 + e);
        v[4] = sqrt(q), d[4] = u / v[4];
        double s = (u > 0) - (u < 0), t = (u > 1) - (u < 1);
        v[5] = fabs(u) + u * fabs(u - 1), d[5] = s + fabs(u - 1) + u * t;
        v[6] = pow(u, 3) + pow(q, -0.5), d[6] = 3 * u * u - u * pow(q, -1.5);
        double y = u, g = 1;
        for (int k = 0; k < 12; k++) g = 0.5 * cos(y) * g + 0.25, y = 0.5 * sin(y) + 0.25 * u;
        v[7] = y, d[7] = g;
        for (int f = 0; f < 8; f++)
            value[f * n + i] = v[f], slope[f * n + i] = d[f];
        double h = 6e-6;
        value[8 * n + i] = drawn(u, program, steps);
        slope[8 * n + i] = (drawn(u + h, program, steps) - drawn(u - h, program, steps)) / (2 * h);
    }
}
