void reference(const int *in, int *out, int n) {
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        out[i] = (int)(sum += (unsigned)in[i]);
}
