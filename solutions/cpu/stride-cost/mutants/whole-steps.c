// rejected by: case rows=37 (a whole number of steps in each line)
// says: `lines[0]` takes 16 / cols, rounded down, as the steps of a line. But steps go on over the end of a line: the last element of the column is in line (rows - 1) * cols / 16, counted from 0.
// Sums of columns, row by row: all the sums grow together, and they lie in the
// cache; a is read with a stride of 4 bytes.
void column_sums(const float *a, float *sums, int *lines, int rows, int cols) {
    for (int j = 0; j < cols; j++)
        sums[j] = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            sums[j] += a[i * cols + j];
    if (rows == 0) {
        lines[0] = lines[1] = 0;
        return;
    }
    // Steps of up to a line leave out none.
    int steps = cols >= 16 ? 1 : 16 / cols;
    lines[0] = (rows + steps - 1) / steps;
    lines[1] = (cols + 15) / 16;
}
