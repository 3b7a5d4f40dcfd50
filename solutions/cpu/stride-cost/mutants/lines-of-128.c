// rejected by: case (a line of 128 bytes)
// says: Lines are counted as if they held 32 floats, as the lines of a GPU do. Here a line has 64 bytes, 16 floats.
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
    lines[0] = cols >= 32 ? rows : (rows - 1) * cols / 32 + 1;
    lines[1] = (cols + 31) / 32;
}
