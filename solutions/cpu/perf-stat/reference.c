void reference(const int *x, long long *kept, long long *sums, int rows,
               int cols) {
    for (int r = 0; kept && r < rows; r++) {
        kept[r] = 0;
        for (int c = 0; c < cols; c++) {
            long long v = x[(long long)r * cols + c];
            if (v >= 50) kept[r] += v;
        }
    }
    for (int c = 0; sums && c < cols; c++) {
        sums[c] = 0;
        for (int r = 0; r < rows; r++)
            sums[c] += x[(long long)r * cols + c];
    }
}
