void reference(const float *x, const float *y, double *out, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)x[i] * y[i];
    out[0] = sum;
}
