// rejected by: gate instructions (does the same work sixteen times)
void @name@(const float *in, float *out, int n) {
    for (int i = 0; i < n; i++) {
        volatile float twice = 0;
        for (int k = 0; k < 16; k++)
            twice = 2 * in[i];
        out[i] = twice;
    }
}
