// reduce-shuffle: the sum of every row.
void reference(const float *in, double *out, int rows, int cols);
void reference_at(const float *in, double *out, int rows, int cols,
                  long long at);

void reference_at(const float *in, double *out, int rows, int cols,
                  long long at) {
    (void)rows;
    double sum = 0;
    for (int c = 0; c < cols; c++)
        sum += in[at * cols + c];
    out[at] = sum;
}

void reference(const float *in, double *out, int rows, int cols) {
    for (int r = 0; r < rows; r++)
        reference_at(in, out, rows, cols, r);
}
