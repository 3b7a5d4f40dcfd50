// Runs of equal elements: their values, their lengths, and how many there are.
//
// TODO: right, and one thread does all of it. A run begins where an element differs from the
// one before: give each element to a thread, and find a run's place by a scan.

__global__ void run_lengths_kernel(const int *in, int *values, int *lengths, int *runs,
                                   int n) {
    int r = -1;
    for (int i = 0; i < n; i++) {
        if (i == 0 || in[i] != in[i - 1]) {
            r++;
            values[r] = in[i];
            lengths[r] = 0;
        }
        lengths[r]++;
    }
    *runs = r + 1;
}

void run_lengths(const int *in, int *values, int *lengths, int *runs, int n) {
    run_lengths_kernel<<<1, 1>>>(in, values, lengths, runs, n);
}
