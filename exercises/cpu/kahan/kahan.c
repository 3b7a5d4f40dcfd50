// The balance after each payment.
// TODO: what does an addition lose, and where can you keep it?
void balances(const double *x, double *out, double start, int n) {
    double sum = start;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        out[i] = sum;
    }
}
