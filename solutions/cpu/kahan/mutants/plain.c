// rejected by: case small onto large (nothing is kept of what is lost)
// says: A plain sum: what rounding takes away at each addition is gone. Compute it, (t - sum) - y, and give it to the next number.
void balances(const double *x, double *out, double start, int n) {
    double sum = start;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        out[i] = sum;
    }
}
