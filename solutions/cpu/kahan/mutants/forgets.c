// rejected by: case small onto large (the loss is forgotten at every turn)
// says: `lost` is set to 0 in every turn, so nothing is carried to the next number. Declare it before the loop.
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
