void reference(const float *a, double *sums, int *lines, int rows, int cols) {
    for (int j = 0; j < cols; j++) {
        double sum = 0;
        for (int i = 0; i < rows; i++)
            sum += a[(long long)i * cols + j];
        sums[j] = sum;
    }
    // Counted, not calculated.
    long long last = -1;
    lines[0] = lines[1] = 0;
    for (int i = 0; i < rows; i++) {
        long long line = (long long)i * cols * 4 / 64;
        lines[0] += line != last;
        last = line;
    }
    last = -1;
    for (int j = 0; j < cols && rows > 0; j++) {
        long long line = (long long)j * 4 / 64;
        lines[1] += line != last;
        last = line;
    }
}
