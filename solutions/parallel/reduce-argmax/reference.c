// reduce-argmax: the first of the largest elements.
#include <math.h>

void reference(const float *in, double *value, int *index, int n);

void reference(const float *in, double *value, int *index, int n) {
    value[0] = -INFINITY;
    index[0] = -1;
    for (int i = 0; i < n; i++)
        if (index[0] < 0 || in[i] > value[0]) {
            value[0] = in[i];
            index[0] = i;
        }
}
