// rejected by: case rows=2 | case (the lines of the whole table, however wide it is)
// says: `lines[0]` counts the lines of the whole table. The walk takes one element of each row: one line for each row from 16 columns on, and in narrower tables it ends in line (rows - 1) * cols / 16, counted from 0.
void column_sums(const float *a, float *sums, int *lines, int rows, int cols) {
    for (int j = 0; j < cols; j++)
        sums[j] = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            sums[j] += a[i * cols + j];
    lines[0] = (rows * cols + 15) / 16;
    lines[1] = rows ? (cols + 15) / 16 : 0;
}
