// rejected by: case (both factors take the mean after the number)
// says: Both factors of the squares are the distance to the new mean. One of them is the distance to the mean before.
// Welford: the mean so far, and the squares about it, mended with each number.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        const double *row = x + (long long)i * cols;
        double m = 0, squares = 0;
        for (int j = 0; j < cols; j++) {
            double d = row[j] - m;
            m += d / (j + 1);
            d = row[j] - m;
            squares += d * d;
        }
        mean[i] = m;
        var[i] = squares / cols;
    }
}
