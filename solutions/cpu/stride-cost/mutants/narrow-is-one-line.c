// rejected by: case rows=37 (a narrow table is one line)
// says: In narrow tables `lines[0]` is 1. Steps of less than a line stay in it for some rows only, then the column goes on in the next line: the last element is in line (rows - 1) * cols / 16, counted from 0.
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
    lines[0] = cols >= 16 ? rows : 1;
    lines[1] = (cols + 15) / 16;
}
