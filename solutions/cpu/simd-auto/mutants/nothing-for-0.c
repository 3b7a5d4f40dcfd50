// rejected by: case n=0 (dot is not written where n is 0)
// The sum is a local variable, so no store to y can touch it, and the pragma
// says that its order does not matter: four sums run side by side.
void update(const float *x, float *y, float *dot, float a, int n) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        y[i] = a * x[i] + y[i];
        sum += x[i] * y[i];
    }
    if (n > 0) dot[0] = sum;
}
