#include <math.h>

void reference(const float *x, double *out, int rows, int cols, int pitch,
               int along) {
    int lines = along ? cols : rows, length = along ? rows : cols;
    long begin = along ? 1 : pitch, step = along ? pitch : 1;
    for (int i = 0; i < lines; i++) {
        double most = -INFINITY, sum = 0;
        for (int k = 0; k < length; k++)
            most = fmax(most, x[i * begin + k * step]);
        for (int k = 0; k < length; k++)
            sum += exp(x[i * begin + k * step] - most);
        out[i] = length ? most + log(sum) : -INFINITY;
    }
}
