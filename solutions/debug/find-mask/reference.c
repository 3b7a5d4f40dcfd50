// find-mask: running sums in stretches of 256.

void reference(const int *in, int *sums, int *totals, int n);

void reference(const int *in, int *sums, int *totals, int n) {
    for (int i = 0; i < n; i++) {
        int before = i % 256 ? sums[i - 1] : 0;
        sums[i] = before + in[i];
        totals[i / 256] = sums[i];
    }
}
