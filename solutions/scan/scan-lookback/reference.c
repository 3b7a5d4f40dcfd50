void reference(const int *in, int *out, int n) {
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        sum += (unsigned)in[i];
        out[i] = (int)sum;
    }
}
