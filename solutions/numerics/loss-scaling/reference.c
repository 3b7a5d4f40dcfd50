// loss-scaling: half precision, and a scale that follows it.
#include <math.h>

// The values have four bits, so that only the lower end rounds.
static double half(double v) {
    if (fabs(v) >= 65520) return INFINITY;
    return fabs(v) < 0x1p-14 ? nearbyint(v * 0x1p24) * 0x1p-24 : v;
}

void reference(const int *codes, const int *exponents, const int *bad,
               double *gone, double *moved, double *taken, double *scales,
               int cols, int steps, int start, int patience) {
    double scale = ldexp(1, start);
    int good = 0;
    for (int s = 0; s < steps; s++) {
        double unit = ldexp(1, exponents[s]);
        int fine = bad[s] != 1;
        gone[2 * s] = gone[2 * s + 1] = 0;
        for (int c = 0; c < cols; c++) {
            double g = codes[s * cols + c] * unit;
            gone[2 * s] += g != 0 && half(g) == 0;
            gone[2 * s + 1] += g != 0 && half(g * scale) == 0;
            if (isinf(half(g * scale))) fine = 0;
        }
        for (int c = 0; c < cols; c++) {
            double v = codes[s * cols + c] * unit * scale;
            moved[s * cols + c] = fine ? -0.5 * half(v) / scale / unit : 0;
        }
        good = fine ? good + 1 : 0;
        if (!fine) scale /= 2;
        if (good == patience) {
            scale *= 2;
            good = 0;
        }
        taken[s] = fine;
        scales[s] = scale;
    }
}
