// passes (adds in long doubles, which valgrind has not: what is counted differs in the last digits)
void balances(const double *x, double *out, double start, int n) {
    long double sum = start, lost = 0;
    for (int i = 0; i < n; i++) {
        long double y = (long double)x[i] - lost;
        long double t = sum + y;
        lost = (t - sum) - y;
        sum = t;
        out[i] = (double)sum;
    }
}
