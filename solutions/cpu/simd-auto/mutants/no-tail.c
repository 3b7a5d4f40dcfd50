// rejected by: case n=1 (whole fours only)
// says: Only whole groups of four elements are done. The last n % 4 elements are left out.
void update(const float *x, float *y, float *dot, float a, int n) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n / 4 * 4; i++) {
        y[i] = a * x[i] + y[i];
        sum += x[i] * y[i];
    }
    dot[0] = sum;
}
