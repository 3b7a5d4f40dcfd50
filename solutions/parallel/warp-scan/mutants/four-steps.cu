// rejected by: case n=32 (stops at 8: the upper half misses the lower)
// says: The steps stop at the distance 8, so the lanes 16 to 31 do not have the sum of the lower half. Which step is missing?
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    unsigned int own = i < n ? in[i] : 0, v = own;
    for (int d = 1; d < 16; d *= 2) {
        unsigned int below = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += below;
    }
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
