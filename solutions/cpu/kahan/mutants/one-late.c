// rejected by: case (the balance before each payment)
// says: The balance is stored before the number is added. out[i] counts x[i].
void balances(const double *x, double *out, double start, int n) {
    double sum = start, lost = 0;
    for (int i = 0; i < n; i++) {
        out[i] = sum;
        double y = x[i] - lost;
        double t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
}
