// rejected by: case n=32 (the lowest lanes add their own value)
// says: The lowest lanes add themselves: a lane without a lane d below it receives its own value from __shfl_up_sync. It must not add.
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    unsigned int own = i < n ? in[i] : 0, v = own;
    for (int d = 1; d < 32; d *= 2)
        v += __shfl_up_sync(0xffffffff, v, d);
    if (i < n) {
        inclusive[i] = v;
        exclusive[i] = v - own;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;
    scan_kernel<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
