void reference(const int *offsets, const int *cols, const float *values,
               const float *x, double *y, int rows, int width, int nnz) {
    (void)width, (void)nnz;
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int i = offsets[r]; i < offsets[r + 1]; i++)
            sum += (double)values[i] * x[cols[i]];
        y[r] = sum;
    }
}
