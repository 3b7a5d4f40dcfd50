// rejected by: case n=33 (the lane is the number in the block, one group per warp)
// says: lane is threadIdx.x, which goes up to 255. The number of a lane in its warp is between 0 and 31.
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x;

    unsigned int v = i < n ? in[i] : 0;
    unsigned int x = v;

    for (int d = 1; d < 32; d *= 2) {
        unsigned int other = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += other;
    }

    if (i < n) {
        inclusive[i] = v;
        exclusive[i] = v - x;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;

    int threads = 256;
    scan_kernel<<<(n + threads - 1) / threads, threads>>>(in, inclusive,
                                                          exclusive, n);
}
