// rejected by: case n=1 (the elements after the last four are not in the sum)
// says: `y` is right, and `dot` lacks the last n % 4 elements. The loop for the rest has to add to the sum, too.
// The sum is a local variable, so no store to y can touch it, and the pragma
// says that its order does not matter: four sums run side by side.
void update(const float *x, float *y, float *dot, float a, int n) {
    float s[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) {
            y[i + k] = a * x[i + k] + y[i + k];
            s[k] += x[i + k] * y[i + k];
        }
    float sum = s[0] + s[1] + s[2] + s[3];
    for (; i < n; i++)
        y[i] = a * x[i] + y[i];
    dot[0] = sum;
}
