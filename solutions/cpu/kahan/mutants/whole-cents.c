// rejected by: case n=1 (each number is rounded to hundredths)
// says: Every number is rounded to hundredths. The payments have more digits than that: keep them as doubles, and carry along what each addition loses.
#include <math.h>

void balances(const double *x, double *out, double start, int n) {
    long long cents = llround(start * 100);
    for (int i = 0; i < n; i++) {
        cents += llround(x[i] * 100);
        out[i] = (double)cents / 100;
    }
}
