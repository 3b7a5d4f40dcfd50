void reference(const float *a, const float *b, double *y, int rows, int steps) {
    for (long r = 0; r < rows; r++) {
        double v = 0;
        for (int t = 0; t < steps; t++) {
            v = a[r * steps + t] * v + b[r * steps + t];
            y[r * steps + t] = v;
        }
    }
}
