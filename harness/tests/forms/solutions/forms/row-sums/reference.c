// The sum of each row.

void reference(const int *offsets, const float *values, double *out, int rows);

void reference(const int *offsets, const float *values, double *out, int rows) {
    for (int r = 0; r < rows; r++) {
        out[r] = 0;
        for (int i = offsets[r]; i < offsets[r + 1]; i++)
            out[r] += values[i];
    }
}
