#include "kernelpack.h"

#include <math.h>
#include <stddef.h>

// One hidden value at a time: no array of them exists.
int kp_mlp(const float *x, const float *up, const float *down, float *y, int rows, int dim,
           int hidden) {
    if (rows < 0 || dim < 0 || hidden < 0) return KP_BAD_ARGUMENT;
    if (rows == 0 || dim == 0) return KP_OK;
    if (!y || (hidden && (!x || !up || !down))) return KP_BAD_ARGUMENT;
    for (int r = 0; r < rows; r++, x += dim, y += dim) {
        for (int d = 0; d < dim; d++)
            y[d] = 0;
        for (int h = 0; h < hidden; h++) {
            double u = 0;
            for (int d = 0; d < dim; d++)
                u += x[d] * up[(size_t)d * hidden + h];
            u *= 0.5 * (1 + erf(u / sqrt(2)));
#ifdef BUG_mlp
            u = u < 0 ? 0 : u;
#endif
            for (int d = 0; d < dim; d++)
                y[d] += (float)(u * down[(size_t)h * dim + d]);
        }
    }
    return KP_OK;
}
