// Running sums in groups of 32, by shuffles.

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;

    unsigned int v = i < n ? in[i] : 0;

    // TODO: five steps. What does the lowest lane receive from __shfl_up_sync?
    (void)lane;

    if (i < n) {
        inclusive[i] = v; // TODO: with the element
        exclusive[i] = 0; // TODO: without it
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;

    int threads = 256;
    scan_kernel<<<(n + threads - 1) / threads, threads>>>(in, inclusive,
                                                          exclusive, n);
}
