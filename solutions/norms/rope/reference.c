// rope: every pair rotated, in double.
#include <math.h>

void reference(double *x, const int *positions, int tokens, int heads, int dim,
               int halved);

void reference(double *x, const int *positions, int tokens, int heads, int dim,
               int halved) {
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < dim / 2; i++) {
            double angle = positions[t] * pow(10000, -2.0 * i / dim);
            double c = cos(angle), s = sin(angle);
            for (int h = 0; h < heads; h++) {
                double *v = x + ((long long)t * heads + h) * dim;
                double *a = v + (halved ? i : 2 * i);
                double *b = v + (halved ? i + dim / 2 : 2 * i + 1);
                double was = *a;
                *a = was * c - *b * s;
                *b = was * s + *b * c;
            }
        }
}
