void reference(const float *x, double a, double b, int *facts, double *y,
               double *y_compiled, int n) {
    for (int i = 0; i < n; i++)
        y[i] = y_compiled[i] = (float)a * (double)x[i] + (float)b;
    for (int i = 0; i < 4; i++)
        facts[i] = 1;
}
