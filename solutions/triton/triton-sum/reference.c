void reference(const float *x, double *out, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int c = 0; c < cols; c++)
            sum += x[(long)r * cols + c];
        out[r] = sum;
    }
}
