// rejected by: case rows=4 (begins with the first number, and divides by one less)
// says: The first number is lost: the second is divided by 1 and replaces the mean. It is number 2. Divide by how many numbers have been seen, this one included.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        const double *row = x + (long long)i * cols;
        double m = row[0], squares = 0;
        for (int k = 1; k < cols; k++) {
            double d = row[k] - m;
            m += d / k;
            squares += d * (row[k] - m);
        }
        mean[i] = m;
        var[i] = squares / cols;
    }
}
