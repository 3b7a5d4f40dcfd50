// rejected by: input-changed | crash (doubles the input, then copies it)
void @name@(const float *in, float *out, int n) {
    float *x = (float *)in;
    for (int i = 0; i < n; i++) {
        x[i] *= 2;
        out[i] = x[i];
    }
}
