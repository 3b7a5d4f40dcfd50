// Which of twelve gradients are wrong?
#include <math.h>

enum { FUNCTIONS = 12, MOST = 64 }; // n is at most MOST

// Of kata: f of the point x, and what a colleague says its gradient times scale
// is. All that can be done with the functions is to call them.
double value(int f, const double *x, int n, double scale);
void claimed(int f, const double *x, int n, double scale, double *g);

// slope[f * n + i] = scale * df/dx[i] by differences, NAN at a kink;
// wrong[f] = 1 if claimed() disagrees with it.
void check_gradients(const double *x, double *slope, int *wrong, double scale,
                     int n) {
    for (int f = 0; f < FUNCTIONS; f++) {
        // TODO: move one coordinate at a time, by how much, and to which side?
        for (int i = 0; i < n; i++)
            slope[f * n + i] = 0;
        wrong[f] = 0;
    }
    (void)x;
    (void)scale;
}
