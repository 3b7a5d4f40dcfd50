// rejected by: case small onto large (what was lost is taken away twice)
// says: lost = (t - sum) - y is negative where something is missing: it is taken off the next number, and not added.
void balances(const double *x, double *out, double start, int n) {
    double sum = start, lost = 0;
    for (int i = 0; i < n; i++) {
        double y = x[i] + lost;
        double t = sum + y;
        lost = (t - sum) - y;
        sum = t;
        out[i] = sum;
    }
}
