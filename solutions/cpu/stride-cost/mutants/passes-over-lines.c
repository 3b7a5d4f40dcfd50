// rejected by: case cols=64 | case (lines that the walk passes over are counted)
// says: `lines[0]` counts lines that a step passes over, so it is too large from 17 columns on. A row of 16 floats has 64 bytes, a whole line: from there on the walk touches one line for each row.
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
    lines[0] = (rows - 1) * cols / 16 + 1;
    lines[1] = (cols + 15) / 16;
}
