// rejected by: gate instructions (the order of the sum is still fixed)
void update(const float *x, float *y, float *dot, float a, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
        y[i] = a * x[i] + y[i];
        sum += x[i] * y[i];
    }
    dot[0] = sum;
}
