// find-event: what Newton's method converges to.
#include <math.h>

void reference(const unsigned char *in, double *out, int n);

void reference(const unsigned char *in, double *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = 1 / sqrt(0.1 + (255 - in[i]) / 320.0);
}
