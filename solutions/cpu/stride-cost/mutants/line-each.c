// rejected by: case rows=37 (a line for each row, in narrow tables too)
// says: `lines[0]` counts a line for each row. Where a row is shorter than a line, the next row may begin in the same line.
void column_sums(const float *a, float *sums, int *lines, int rows, int cols) {
    for (int j = 0; j < cols; j++)
        sums[j] = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            sums[j] += a[i * cols + j];
    lines[0] = rows;
    lines[1] = rows > 0 ? (cols + 15) / 16 : 0;
}
