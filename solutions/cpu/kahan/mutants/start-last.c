// rejected by: case cents (the start comes last, but the payments are a plain sum)
// says: The payments are a plain sum, and `start` is added to it. What each addition loses to rounding has to be carried along.
void balances(const double *x, double *out, double start, int n) {
    double paid = 0;
    for (int i = 0; i < n; i++) {
        paid += x[i];
        out[i] = start + paid;
    }
}
