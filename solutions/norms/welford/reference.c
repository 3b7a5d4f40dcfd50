// welford: mean and variance of the first lengths[r] elements, in two passes.
void reference(const float *in, const int *lengths, double *mean, double *var,
               int rows, int cols);

void reference(const float *in, const int *lengths, double *mean, double *var,
               int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        const float *x = in + (long long)r * cols;
        int n = lengths[r];
        double sum = 0, squares = 0;
        for (int c = 0; c < n; c++)
            sum += x[c];
        double m = n ? sum / n : 0;
        for (int c = 0; c < n; c++)
            squares += (x[c] - m) * (x[c] - m);
        mean[r] = m;
        var[r] = n ? squares / n : 0;
    }
}
