// reduce-addressing: the sum of each stretch of `block` elements.
void reference(const int *in, int *out, int n, int block);

void reference(const int *in, int *out, int n, int block) {
    for (int i = 0; i < n; i++) {
        if (i % block == 0) out[i / block] = 0;
        out[i / block] += in[i];
    }
}
