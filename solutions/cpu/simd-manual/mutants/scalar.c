// rejected by: gate instructions (one float at a time)
void dot(const float *x, const float *y, float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    out[0] = sum;
}
