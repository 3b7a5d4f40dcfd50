// rejected by: case n=32 (lane 0 receives its own sum)
// says: Lane 0 has no lane below it, and __shfl_up_sync gives it its own sum. Its exclusive sum is 0.
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    unsigned int own = i < n ? in[i] : 0, v = own;
    for (int d = 1; d < 32; d *= 2) {
        unsigned int below = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += below;
    }
    unsigned int before = __shfl_up_sync(0xffffffff, v, 1);
    if (i < n) {
        inclusive[i] = v;
        exclusive[i] = before;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;
    scan_kernel<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
