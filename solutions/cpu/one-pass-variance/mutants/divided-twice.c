// rejected by: case rows=4 (the variance so far, divided by cols once more)
// says: `var` is divided by the number of elements twice: each update divides by k + 1, and the end divides by `cols`. Leave one of them out.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        double m = 0, v = 0;
        for (int k = 0; k < cols; k++) {
            double d = x[(long long)i * cols + k] - m;
            m += d / (k + 1);
            v += (d * (x[(long long)i * cols + k] - m) - v) / (k + 1);
        }
        mean[i] = m;
        var[i] = v / cols;
    }
}
