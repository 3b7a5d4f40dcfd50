// rejected by: case (a line has 16 floats, and not 8)
// says: Lines are counted as if they held 8 elements. A float has 4 bytes, so a line of 64 bytes holds 16.
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
    lines[0] = cols >= 8 ? rows : (rows - 1) * cols / 8 + 1;
    lines[1] = (cols + 7) / 8;
}
