// rejected by: gate instructions | case (the textbook's formula in 113 bits)
// By the book, squares and all; in 113 bits nothing cancels.
#if defined(__x86_64__)
typedef __float128 Wide;
#else
typedef long double Wide;
#endif
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int i = 0; i < rows; i++) {
        Wide sum = 0, squares = 0;
        for (int j = 0; j < cols; j++) {
            Wide v = x[(long long)i * cols + j];
            sum += v;
            squares += v * v;
        }
        Wide m = sum / cols, s = squares / cols - m * m;
        mean[i] = (double)m;
        var[i] = s > 0 ? (double)s : 0;
    }
}
