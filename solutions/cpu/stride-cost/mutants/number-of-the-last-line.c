// rejected by: case (the number of the last line in place of how many there are)
// says: `lines[0]` is one too small in narrow tables: (rows - 1) * cols / 16 is the number of the last line, counted from 0. So there is one line more.
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
    lines[0] = cols >= 16 ? rows : (rows - 1) * cols / 16;
    lines[1] = (cols + 15) / 16;
}
