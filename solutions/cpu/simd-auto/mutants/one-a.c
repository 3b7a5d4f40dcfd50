// rejected by: case (the factor is 0.75, whatever `a` is)
void update(const float *x, float *y, float *dot, float a, int n) {
    float sum = 0;
    (void)a;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        y[i] = 0.75f * x[i] + y[i];
        sum += x[i] * y[i];
    }
    dot[0] = sum;
}
