// rejected by: gate instructions (even elements, then odd ones: a stride of 2)
void update(const float *x, float *y, float *dot, float a, int n) {
    float sum = 0;
    for (int odd = 0; odd < 2; odd++)
        for (int i = odd; i < n; i += 2) {
            y[i] = a * x[i] + y[i];
            sum += x[i] * y[i];
        }
    dot[0] = sum;
}
