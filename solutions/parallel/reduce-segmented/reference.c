// Sums of segments: s has the elements offsets[s] to offsets[s + 1] - 1.
void reference(const float *in, const int *offsets, double *sums, int segments,
               int n);

void reference(const float *in, const int *offsets, double *sums, int segments,
               int n) {
    (void)n;
    for (int s = 0; s < segments; s++) {
        sums[s] = 0;
        for (int i = offsets[s]; i < offsets[s + 1]; i++)
            sums[s] += in[i];
    }
}
