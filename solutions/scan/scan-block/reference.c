// scan-block: running sums of each row.
void reference(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols);

void reference(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    for (long r = 0; r < rows; r++) {
        unsigned int sum = 0;
        for (long i = r * cols; i < (r + 1) * cols; i++) {
            exclusive[i] = sum;
            sum += in[i];
            inclusive[i] = sum;
        }
    }
}
