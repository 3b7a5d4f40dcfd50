// rejected by: case cols=64 | case (lines that the walk passes over are counted)
// says: `lines[0]` is too large from 17 columns on: it counts lines that a step passes over. With 16 columns or more each row is in another line, so the walk touches as many lines as there are rows.
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
