// rejected by: case nearly all withdrawn (start is added to a rounded sum)
// says: The numbers are added up without `start`, and what start + sum loses is gone. Begin the sum with `start`, so that what is lost is known at each step.
void balances(const double *x, double *out, double start, int n) {
    double sum = 0, lost = 0;
    for (int i = 0; i < n; i++) {
        double y = x[i] - lost;
        double t = sum + y;
        lost = (t - sum) - y;
        sum = t;
        out[i] = start + sum;
    }
}
