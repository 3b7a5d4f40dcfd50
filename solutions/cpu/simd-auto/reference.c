void reference(const float *x, double *y, double *dot, float a, int n) {
    dot[0] = 0;
    for (int i = 0; i < n; i++) {
        y[i] = (double)a * x[i] + y[i];
        dot[0] += x[i] * y[i];
    }
}
