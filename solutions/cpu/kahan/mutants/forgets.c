// rejected by: case small onto large (the loss is forgotten at every turn)
// says: What rounding takes away is not carried on. Is it computed as (t - sum) - y, kept in a variable from before the loop, and given to the next number, or to the sum at the end?
void balances(const double *x, double *out, double start, int n) {
    double sum = start;
    for (int i = 0; i < n; i++) {
        double lost = 0;
        double y = x[i] - lost;
        double t = sum + y;
        lost = (t - sum) - y;
        sum = t;
        out[i] = sum;
        (void)lost;
    }
}
