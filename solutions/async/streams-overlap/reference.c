// streams-overlap: 64 steps of Newton's method. They are enough for inputs near 1, not for tiny ones.
void reference(const float *in, double *out, int n);

void reference(const float *in, double *out, int n) {
    enum { STEPS = 64 };
    for (int i = 0; i < n; i++) {
        double a = in[i], v = 1;
        for (int s = 0; s < STEPS; s++)
            v *= 1.5 - 0.5 * a * v * v;
        out[i] = v;
    }
}
