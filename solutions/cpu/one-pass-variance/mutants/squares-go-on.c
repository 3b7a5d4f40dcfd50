// rejected by: case (the squares of one row go on into the next)
// says: The squares of one row are added to those of the next. The sum of each row begins at 0.
// Welford: the mean so far, and the squares about it, mended with each number.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    double squares = 0;
    for (int i = 0; i < rows; i++) {
        const double *row = x + (long long)i * cols;
        double m = 0;
        for (int j = 0; j < cols; j++) {
            double d = row[j] - m;
            m += d / (j + 1);
            squares += d * (row[j] - m);
        }
        mean[i] = m;
        var[i] = squares / cols;
    }
}
