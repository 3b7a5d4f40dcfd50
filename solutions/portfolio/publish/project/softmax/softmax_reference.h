// One row in double; a row that is masked throughout is 0.
#include <math.h>

static void softmax_row(const float *x, double *y, int n) {
    double most = -INFINITY, sum = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, x[i]);
#ifdef BUG
    most = 0;
#endif
    for (int i = 0; i < n; i++)
        sum += y[i] = most == -INFINITY ? 0 : exp(x[i] - most);
    for (int i = 0; i < n && sum > 0; i++)
        y[i] /= sum;
}
