// rejected by: case (divides by one less, as for a sample)
// says: This divides by cols - 1, as for a sample. The brief divides by cols.
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
        var[i] = cols > 1 ? squares / (cols - 1) : 0;
    }
}
