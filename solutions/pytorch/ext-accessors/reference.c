// x as the test's view shows it, and m; in the type that the case asks for.
static double minus(double a, double b, int type) {
    if (type == 0) return (double)((float)a - (float)b);
    if (type == 1) return a - b;
    return (double)((int)(100 * a) - (int)(100 * b));
}

void reference(const double *x, const double *m, int view, int type,
               int *facts, double *y, int rows, int cols) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            long at = view == 3 ? j : (long)i * cols + j; // 3: one row, shown often
            y[(long)i * cols + j] = minus(x[at], m[j], type);
        }
    for (int i = 0; i < 3; i++)
        facts[i] = 1;
}
