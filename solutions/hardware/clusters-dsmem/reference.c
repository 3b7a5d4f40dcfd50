void reference(const unsigned short *in, unsigned int *out, int n, int bins) {
    for (int b = 0; b < bins; b++)
        out[b] = 0;
    for (int i = 0; i < n; i++)
        out[in[i]]++;
}
