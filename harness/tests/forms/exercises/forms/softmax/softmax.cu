// Softmax of each row.

void softmax(const float *in, float *out, int rows, int cols) {
    // TODO: a block for each row
}
