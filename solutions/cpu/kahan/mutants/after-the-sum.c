// rejected by: case (the loss is computed after the sum has changed)
// says: sum = t comes before the loss is computed, so that t - sum is 0 there. Compute the loss first.
// What an addition did not take in is taken off the next number.
void balances(const double *x, double *out, double start, int n) {
    double sum = start, lost = 0;
    for (int i = 0; i < n; i++) {
        double y = x[i] - lost;
        double t = sum + y;
        sum = t;
        lost = (t - sum) - y;
        out[i] = sum;
    }
}
