// rejected by: case small onto large (the loss is forgotten at every turn)
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
