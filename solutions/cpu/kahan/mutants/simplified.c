// rejected by: case cents (what a compiler makes of it that may reorder)
// says: (t - sum) - y has been simplified to 0, as it is for real numbers. In floating point it is what was lost.
void balances(const double *x, double *out, double start, int n) {
    double sum = start, lost = 0;
    for (int i = 0; i < n; i++) {
        double y = x[i] - lost;
        double t = sum + y;
        lost = t - (sum + y);
        sum = t;
        out[i] = sum;
    }
}
