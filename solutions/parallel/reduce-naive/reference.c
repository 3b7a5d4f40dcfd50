// reduce-naive: one sum.
void reference(const int *in, int *out, int n);

void reference(const int *in, int *out, int n) {
    out[0] = 0;
    for (int i = 0; i < n; i++)
        out[0] += in[i];
}
