// debug-cases: what the five kernels should do.
void reference(const int *in, int *scaled, int *steps, int *flipped,
               int *turned, int *sums, int rows, int cols);

enum { STRETCH = 256 };

void reference(const int *in, int *scaled, int *steps, int *flipped,
               int *turned, int *sums, int rows, int cols) {
    int n = rows * cols;
    for (int i = 0; i < n; i++) {
        int first = i - i % STRETCH, r = i / cols, c = i % cols;
        int here = STRETCH < n - first ? STRETCH : n - first;
        scaled[i] = 3 * in[i] + 7;
        steps[i] = i + 1 < n ? in[i + 1] - in[i] : 0;
        flipped[i] = in[first + here - 1 - (i - first)];
        turned[i] = in[r * cols + cols - 1 - c];
        if (i == first) sums[i / STRETCH] = 0;
        sums[i / STRETCH] += in[i];
    }
}
