// rejected by: case far from zero (the difference of two large numbers)
// says: The mean of the squares minus the square of the mean: far from zero the two agree in nearly all digits, and what is left is rounding.
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        double sum = 0, squares = 0;
        for (int j = 0; j < cols; j++) {
            double v = x[(long long)i * cols + j];
            sum += v;
            squares += v * v;
        }
        mean[i] = sum / cols;
        var[i] = squares / cols - mean[i] * mean[i];
        if (var[i] < 0) var[i] = 0;
    }
}
