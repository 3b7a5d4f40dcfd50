void reference(const float *x, const float *y, double *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = (double)(x[i] + y[i]);
}
