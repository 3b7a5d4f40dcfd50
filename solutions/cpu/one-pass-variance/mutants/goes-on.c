// rejected by: case rows=4 (the mean of one row is where the next begins)
// says: The mean of one row is where the next begins. Each row starts from 0.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    double m = 0;
    int k = 0;
    for (int i = 0; i < rows; i++) {
        const double *row = x + (long long)i * cols;
        double squares = 0;
        for (int j = 0; j < cols; j++) {
            double d = row[j] - m;
            m += d / ++k;
            squares += d * (row[j] - m);
        }
        mean[i] = m;
        var[i] = squares / cols;
    }
}
