// Sums of decoded segments.
void reference(const int *table, const short *codes, const int *offsets, int *out,
               int tasks, int n);

void reference(const int *table, const short *codes, const int *offsets, int *out,
               int tasks, int n) {
    (void)n;
    for (int t = 0; t < tasks; t++) {
        unsigned sum = 0;
        for (int i = offsets[t]; i < offsets[t + 1]; i++)
            sum += (unsigned)table[codes[i]];
        out[t] = (int)sum;
    }
}
