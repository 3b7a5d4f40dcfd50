// warp-scan: running sums in groups of 32.
void reference(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int n);

void reference(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int n) {
    unsigned int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % 32 == 0) sum = 0;
        exclusive[i] = sum;
        sum += in[i];
        inclusive[i] = sum;
    }
}
