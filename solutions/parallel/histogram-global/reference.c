// histogram-global: count bytes.
void reference(const unsigned char *in, unsigned int *out, int n);

void reference(const unsigned char *in, unsigned int *out, int n) {
    for (int v = 0; v < 256; v++)
        out[v] = 0;
    for (int i = 0; i < n; i++)
        out[in[i]]++;
}
