// ilp: y = a*x + y, as a sum of two terms.
void reference(float a, const float *x, double *y, int n);

void reference(float a, const float *x, double *y, int n) {
    for (int i = 0; i < n; i++)
        y[i] += (double)a * x[i];
}

void reference_at(float a, const float *x, double *y, int n, long long at);

void reference_at(float a, const float *x, double *y, int n, long long at) {
    (void)n;
    y[at] += (double)a * x[at];
}
