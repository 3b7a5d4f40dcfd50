// rejected by: case (the distance to the old mean, squared)
// says: Both factors are the distance to the old mean. One of them is the distance to the mean after the number.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        const double *row = x + (long long)i * cols;
        double m = 0, squares = 0;
        for (int j = 0; j < cols; j++) {
            double d = row[j] - m;
            m += d / (j + 1);
            squares += d * d;
        }
        mean[i] = m;
        var[i] = squares / cols;
    }
}
