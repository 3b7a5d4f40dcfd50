// The sum of each column of a (rows by cols, row-major), and how many lines of
// 64 bytes two walks touch.
void column_sums(const float *a, float *sums, int *lines, int rows, int cols) {
    // TODO: the same sums in another order, with a stride of 4 bytes.
    for (int j = 0; j < cols; j++) {
        float sum = 0;
        for (int i = 0; i < rows; i++)
            sum += a[i * cols + j];
        sums[j] = sum;
    }
    // TODO: column 0 from top to bottom; row 0 from left to right.
    lines[0] = rows;
    lines[1] = cols;
}
