// rejected by: case (what is lost is computed from x[i], not from y)
// says: What arrived is compared with x[i]. What was added is y = x[i] - lost.
// What an addition did not take in is taken off the next number.
void balances(const double *x, double *out, double start, int n) {
    double sum = start, lost = 0;
    for (int i = 0; i < n; i++) {
        double y = x[i] - lost;
        double t = sum + y;
        lost = (t - sum) - x[i];
        sum = t;
        out[i] = sum;
    }
}
