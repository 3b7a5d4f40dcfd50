// rejected by: gate l1_misses (four columns at a time: a quarter of the lines)
void column_sums(const float *a, float *sums, int *lines, int rows, int cols) {
    for (int j = 0; j < cols; j += 4) {
        float sum[4] = {0};
        int wide = cols - j < 4 ? cols - j : 4;
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < wide; k++)
                sum[k] += a[i * cols + j + k];
        for (int k = 0; k < wide; k++)
            sums[j + k] = sum[k];
    }
    if (rows == 0) {
        lines[0] = lines[1] = 0;
        return;
    }
    // Steps of up to a line leave out none.
    lines[0] = cols >= 16 ? rows : (rows - 1) * cols / 16 + 1;
    lines[1] = (cols + 15) / 16;
}
