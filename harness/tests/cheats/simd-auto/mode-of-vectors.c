// rejected by: build (vectors by hand, of a machine mode)
// The same type as that of vector_size(16), under the name that the compiler has for it.
#include <string.h>

typedef float V __attribute__((__mode__(__V4SF__)));

void update(const float *x, float *y, float *dot, float a, int n) {
    V sum = {0}, f = {a, a, a, a}, u, v;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        memcpy(&u, x + i, sizeof u);
        memcpy(&v, y + i, sizeof v);
        v += f * u;
        memcpy(y + i, &v, sizeof v);
        sum += u * v;
    }
    float d = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    for (; i < n; i++) {
        y[i] = a * x[i] + y[i];
        d += x[i] * y[i];
    }
    dot[0] = d;
}
