// transfers: sums of squares over the batches.
void reference(const float *in, double *sums, int *facts, int n,
               int batches);

void reference(const float *in, double *sums, int *facts, int n,
               int batches) {
    facts[0] = facts[1] = 1;
    for (int i = 0; i < n; i++) {
        sums[i] = 0;
        for (int b = 0; b < batches; b++) {
            double x = in[(long long)b * n + i];
            sums[i] += x * x;
        }
    }
}
