static void sums(const float *x, double *out, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        for (int c = 0; c < cols; c++)
            sum += x[(long)r * cols + c];
        out[r] = sum;
    }
}

void reference(const float *a, const float *b, const float *c, double *sa,
               double *sb, double *sc, int na, int ma, int nb, int mb, int nc,
               int mc) {
    sums(a, sa, na, ma);
    sums(b, sb, nb, mb);
    sums(c, sc, nc, mc);
}
