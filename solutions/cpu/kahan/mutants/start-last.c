// rejected by: case cents (the start comes last, but the payments are a plain sum)
void balances(const double *x, double *out, double start, int n) {
    double paid = 0;
    for (int i = 0; i < n; i++) {
        paid += x[i];
        out[i] = start + paid;
    }
}
