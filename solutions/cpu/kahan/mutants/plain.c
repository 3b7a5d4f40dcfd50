// rejected by: case small onto large (nothing is kept of what is lost)
void balances(const double *x, double *out, double start, int n) {
    double sum = start;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        out[i] = sum;
    }
}
