// out = in

void reference(const float *in, double *out, int n);

void reference(const float *in, double *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i];
}
