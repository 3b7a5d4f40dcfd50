// relu-scale: scale, upper limit, lower limit, in double.
void reference(const float *x, double *y, float a, float b, float c, int n);

void reference(const float *x, double *y, float a, float b, float c, int n) {
    for (int i = 0; i < n; i++) {
        double v = (double)a * x[i] + b;
        if (v > c) v = c;
        if (v < 0) v = 0;
        y[i] = v;
    }
}
