// Hillis and Steele, one element per lane.
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;

    unsigned int mine = i < n ? in[i] : 0;
    unsigned int v = mine;
    for (int d = 1; d < 32; d *= 2) {
        unsigned int below = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += below;
    }

    if (i < n) {
        inclusive[i] = v;
        exclusive[i] = v - mine;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;
    int threads = 256;
    scan_kernel<<<(n + threads - 1) / threads, threads>>>(in, inclusive, exclusive, n);
}
