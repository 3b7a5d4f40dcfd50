// races-three: running sums, smoothed values and counts of stretches.
void reference(const int *in, int *sums, int *smooth, int *counts, int n,
               int block);

enum { BINS = 16, MOST = 1024 };

static void smooth_once(int *x, int n) {
    int left = 0;
    for (int i = 0; i < n; i++) {
        int old = x[i];
        x[i] = left + 2 * old + (i + 1 < n ? x[i + 1] : 0);
        left = old;
    }
}

void reference(const int *in, int *sums, int *smooth, int *counts, int n,
               int block) {
    for (int first = 0; first < n; first += block) {
        int here = block < n - first ? block : n - first, sum = 0;
        int x[MOST] = {0}, *bins = counts + first / block * BINS;
        for (int v = 0; v < BINS; v++)
            bins[v] = 0;
        for (int i = 0; i < here; i++) {
            x[i] = in[first + i];
            sums[first + i] = sum += x[i];
            bins[x[i] % BINS]++;
        }
        smooth_once(x, block);
        smooth_once(x, block);
        for (int i = 0; i < here; i++)
            smooth[first + i] = x[i];
    }
}
