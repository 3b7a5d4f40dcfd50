// rejected by: trap out-of-bounds (i runs to rows)
void column_sums(const float *a, float *sums, int *lines, int rows, int cols) {
    for (int j = 0; j < cols; j++)
        sums[j] = 0;
    for (int i = 0; i <= rows; i++)
        for (int j = 0; j < cols; j++)
            sums[j] += a[i * cols + j];
    if (rows == 0) {
        lines[0] = lines[1] = 0;
        return;
    }
    // Steps of up to a line leave out none.
    lines[0] = cols >= 16 ? rows : (rows - 1) * cols / 16 + 1;
    lines[1] = (cols + 15) / 16;
}
