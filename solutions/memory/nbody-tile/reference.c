// nbody-tile: every body pulls at every other one, in double.
#include <math.h>

void reference(const float *bodies, double *acc, float soft2, int n);
void reference_at(const float *bodies, double *acc, float soft2, int n,
                  long long at);

static double component(const float *bodies, float soft2, int n, int i, int c) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
        double d2 = soft2, d[3];
        for (int k = 0; k < 3; k++) {
            d[k] = (double)bodies[4 * j + k] - bodies[4 * i + k];
            d2 += d[k] * d[k];
        }
        sum += bodies[4 * j + 3] * d[c] / (d2 * sqrt(d2));
    }
    return sum;
}

void reference_at(const float *bodies, double *acc, float soft2, int n,
                  long long at) {
    acc[at] = component(bodies, soft2, n, (int)(at / 3), (int)(at % 3));
}

void reference(const float *bodies, double *acc, float soft2, int n) {
    for (long long at = 0; at < 3ll * n; at++)
        reference_at(bodies, acc, soft2, n, at);
}
