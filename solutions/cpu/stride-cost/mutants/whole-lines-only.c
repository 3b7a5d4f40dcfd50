// rejected by: case rows=1 | case (elements over 16, rounded down)
// says: In narrow tables `lines[0]` is rows * cols / 16, rounded down: lines that are full. A line counts as soon as one element of the column is in it, and the last one is in line (rows - 1) * cols / 16, counted from 0.
void column_sums(const float *a, float *sums, int *lines, int rows, int cols) {
    for (int j = 0; j < cols; j++)
        sums[j] = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            sums[j] += a[i * cols + j];
    lines[0] = cols >= 16 ? rows : rows * cols / 16;
    lines[1] = rows ? (cols + 15) / 16 : 0;
}
