void reference(const double *moves, const int *starts, double *out, int n,
               int m) {
    (void)n;
    for (int k = 0; k < m; k++) {
        double sum = 0;
        out[starts[k] + k] = 0;
        for (int i = starts[k]; i < starts[k + 1]; i++) {
            sum += moves[i];
            out[i + k + 1] = sum;
        }
    }
}
