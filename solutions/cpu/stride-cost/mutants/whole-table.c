// rejected by: case rows=2 (counts the lines of the whole table, and the walk ends where the last row begins)
// says: In narrow tables, `lines[0]` counts the lines of the whole table. The walk ends at the first element of the last row, and touches no line after it.
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
    lines[0] = cols >= 16 ? rows : (rows * cols + 15) / 16;
    lines[1] = (cols + 15) / 16;
}
