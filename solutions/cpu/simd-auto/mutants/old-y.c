// rejected by: case (the dot product with the old y)
// says: `dot` takes the old `y`. It takes the new one, a * x + y.
void update(const float *x, float *y, float *dot, float a, int n) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        sum += x[i] * y[i];
        y[i] = a * x[i] + y[i];
    }
    dot[0] = sum;
}
