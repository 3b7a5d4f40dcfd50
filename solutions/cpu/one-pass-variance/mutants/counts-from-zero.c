// rejected by: case | trap undefined-behaviour (the first number is divided by 0)
// says: The mean moves by the distance over how many numbers came before, which is 0 for the first one. The new number counts, too.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        const double *row = x + (long long)i * cols;
        double m = 0, squares = 0;
        for (int j = 0; j < cols; j++) {
            double d = row[j] - m;
            m += d / j;
            squares += d * (row[j] - m);
        }
        mean[i] = m;
        var[i] = squares / cols;
    }
}
