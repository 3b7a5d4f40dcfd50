void reference(const int *packed, const float *scales, const float *x,
               double *out, int rows, int cols, int group) {
    int groups = (cols + group - 1) / group;
    for (long r = 0; r < rows; r++) {
        double sum = 0;
        for (int c = 0; c < cols; c++) {
            unsigned word = (unsigned)packed[r * (cols / 8) + c / 8];
            int nibble = (int)(word >> 4 * (c % 8) & 15);
            sum += (nibble - 8) * (double)scales[r * groups + c / group] * x[c];
        }
        out[r] = sum;
    }
}
