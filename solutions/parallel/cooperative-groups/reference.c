// cooperative-groups: sum and maximum of each group.
void reference(const int *in, int *sums, int *best, int n, int size);

void reference(const int *in, int *sums, int *best, int n, int size) {
    for (int i = 0; i < n; i++) {
        int g = i / size;
        if (i % size == 0) {
            sums[g] = 0;
            best[g] = in[i];
        }
        sums[g] += in[i];
        if (in[i] > best[g]) best[g] = in[i];
    }
}
