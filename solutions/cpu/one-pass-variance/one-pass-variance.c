// Welford: the mean so far, and the squares about it, brought up to date by each number.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        const double *row = x + (long long)i * cols;
        double m = 0, squares = 0;
        for (int j = 0; j < cols; j++) {
            double d = row[j] - m;
            m += d / (j + 1);
            squares += d * (row[j] - m);
        }
        mean[i] = m;
        var[i] = squares / cols;
    }
}
