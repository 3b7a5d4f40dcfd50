// rejected by: gate l1_misses (goes down each column)
void column_sums(const float *a, float *sums, int *lines, int rows, int cols) {
    for (int j = 0; j < cols; j++) {
        float sum = 0;
        for (int i = 0; i < rows; i++)
            sum += a[i * cols + j];
        sums[j] = sum;
    }
    if (rows == 0) {
        lines[0] = lines[1] = 0;
        return;
    }
    // Steps of up to a line leave out none.
    lines[0] = cols >= 16 ? rows : (rows - 1) * cols / 16 + 1;
    lines[1] = (cols + 15) / 16;
}
