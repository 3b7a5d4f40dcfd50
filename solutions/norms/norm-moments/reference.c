// norm-moments: mean and variance of rows, in double.
void reference(const float *in, double *mean, double *var, int rows, int cols);

void reference(const float *in, double *mean, double *var, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *x = in + (long long)r * cols;
        double sum = 0, squares = 0;
        for (int c = 0; c < cols; c++)
            sum += x[c];
        double m = sum / cols;
        for (int c = 0; c < cols; c++)
            squares += (x[c] - m) * (x[c] - m);
        mean[r] = m;
        var[r] = squares / cols;
    }
}
