// Two doubles together have some 106 bits: high holds the sum, low what of it
// does not fit. Knuth's two-sum is exact whichever of the two is larger.
void reference(const double *x, double *out, double start, int n) {
    double high = start, low = 0;
    for (int i = 0; i < n; i++) {
        double t = high + x[i];
        double part = t - high;
        low += (high - (t - part)) + (x[i] - part);
        high = t + low;
        low -= high - t;
        out[i] = high;
    }
}
