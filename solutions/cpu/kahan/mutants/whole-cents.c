// rejected by: case n=1 (each number is rounded to hundredths)
// says: Every number is rounded to hundredths. The payments have more digits than that: keep them as doubles, and carry along what each addition loses.
#include <math.h>

void balances(const double *x, double *out, double start, int n) {
    double cents = round(start * 100);
    for (int i = 0; i < n; i++) {
        cents += round(x[i] * 100);
        out[i] = cents / 100;
    }
}
