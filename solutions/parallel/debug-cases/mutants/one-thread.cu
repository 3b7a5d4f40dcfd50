// rejected by: gate divergence (one thread computes everything)
__global__ void all(const int *in, int *scaled, int *steps, int *flipped, int *turned, int *sums, int rows, int cols) {
    int n = rows * cols;
    for (int i = 0; i < n; i++) {
        int first = i / 256 * 256, here = min(256, n - first);
        scaled[i] = 3 * in[i] + 7;
        steps[i] = i + 1 < n ? in[i + 1] - in[i] : 0;
        flipped[i] = in[first + here - 1 - (i - first)];
        turned[i] = in[i / cols * cols + cols - 1 - i % cols];
        if (i == first) sums[i / 256] = 0;
        sums[i / 256] += in[i];
    }
}
void five(const int *in, int *scaled, int *steps, int *flipped, int *turned, int *sums, int rows, int cols) {
    if (rows * cols) all<<<1, 1>>>(in, scaled, steps, flipped, turned, sums, rows, cols);
}
