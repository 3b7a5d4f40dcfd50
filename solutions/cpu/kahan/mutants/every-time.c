// rejected by: gate instructions | timeout (adds up from the beginning for each balance)
void balances(const double *x, double *out, double start, int n) {
    double sum = start, lost = 0;
    for (int i = 0; i < n; i++) {
        if (i % 512 == 0) { // all over again, to be sure
            sum = start;
            lost = 0;
            for (int k = 0; k < i; k++) {
                double y = x[k] - lost, t = sum + y;
                lost = (t - sum) - y;
                sum = t;
            }
        }
        double y = x[i] - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
        out[i] = sum;
    }
}
