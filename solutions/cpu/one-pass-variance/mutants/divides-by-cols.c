// rejected by: case (the mean grows by d / cols, not by d / (k + 1))
// says: The mean so far is divided by how many numbers it has seen, k + 1, and not by cols.
// Welford: the mean so far, and the squares about it, mended with each number.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        const double *row = x + (long long)i * cols;
        double m = 0, squares = 0;
        for (int j = 0; j < cols; j++) {
            double d = row[j] - m;
            m += d / cols;
            squares += d * (row[j] - m);
        }
        mean[i] = m;
        var[i] = squares / cols;
    }
}
