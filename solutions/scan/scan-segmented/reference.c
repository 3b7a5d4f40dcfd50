void reference(const int *in, const int *heads, int *out, int n) {
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        sum = heads[i] ? (unsigned)in[i] : sum + (unsigned)in[i];
        out[i] = (int)sum;
    }
}
