void reference(const int *offsets, const int *columns, const float *values,
               const float *x, double *y, int rows, int cols, int nnz) {
    (void)cols, (void)nnz;
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int i = offsets[r]; i < offsets[r + 1]; i++)
            sum += (double)values[i] * x[columns[i]];
        y[r] = sum;
    }
}
