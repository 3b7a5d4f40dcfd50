// rejected by: case n=33 | case (the sums go on to the end of the array)
// says: A group goes on from the sum of the group before it. Each group of 32 starts again at 0.
// Running sums, first as simple as can be.

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    unsigned int sum = 0;
    for (int i = 0; i < n; i++) {
        exclusive[i] = sum;
        sum += in[i];
        inclusive[i] = sum;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;
    scan_kernel<<<1, 1>>>(in, inclusive, exclusive, n);
}
