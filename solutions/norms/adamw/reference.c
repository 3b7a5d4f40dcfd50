// adamw: one step, in double.
#include <math.h>

void reference(double *w, const float *g, double *m, double *v, int n, int step,
               float lr, float beta1, float beta2, float eps, float decay);

void reference(double *w, const float *g, double *m, double *v, int n, int step,
               float lr, float beta1, float beta2, float eps, float decay) {
    double b1 = beta1, b2 = beta2;
    double c1 = 1 - pow(b1, step), c2 = 1 - pow(b2, step);
    for (int i = 0; i < n; i++) {
        m[i] = b1 * m[i] + (1 - b1) * g[i];
        v[i] = b2 * v[i] + (1 - b2) * g[i] * g[i];
        double update = m[i] / c1 / (sqrt(v[i] / c2) + eps);
        w[i] -= (double)lr * (decay * w[i] + update);
    }
}
