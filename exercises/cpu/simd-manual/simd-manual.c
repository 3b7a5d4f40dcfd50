// The dot product of x and y. One sum: every addition waits for the last one.
// TODO: vectors of four, several of them in turn, and the rest at the end.
void dot(const float *x, const float *y, float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    out[0] = sum;
}
