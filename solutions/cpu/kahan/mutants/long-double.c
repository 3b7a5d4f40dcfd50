// rejected by: case smaller onto larger (11 bits more are not enough for numbers that are smaller still)
// says: A wider type loses digits as well, only later. Keep what each addition loses.
void balances(const double *x, double *out, double start, int n) {
    long double sum = start;
    for (int i = 0; i < n; i++) {
        sum += x[i];
        out[i] = (double)sum;
    }
}
