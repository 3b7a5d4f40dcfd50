// rejected by: case n=1 (the sum of y * y)
// says: `dot` is the sum of y * y. It is that of x * y, with the new y.
// The sum is a local variable, so no store to y can touch it, and the pragma
// says that its order does not matter: four sums run side by side.
void update(const float *x, float *y, float *dot, float a, int n) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        y[i] = a * x[i] + y[i];
        sum += y[i] * y[i];
    }
    dot[0] = sum;
}
