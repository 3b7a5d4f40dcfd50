// rejected by: gate instructions | gate simd (dot may be y: stores in order)
void update(const float *x, float *y, float *dot, float a, int n) {
    dot[0] = 0;
    for (int i = 0; i < n; i++) {
        y[i] = a * x[i] + y[i];
        dot[0] += x[i] * y[i];
    }
}
