// rejected by: case n=32 (adds the lanes above: sums run backwards)
// says: The sums run backwards: __shfl_down_sync gives a lane the value of a lane above. Which shuffle gives it that of a lane below?
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    unsigned int own = i < n ? in[i] : 0, v = own;
    for (int d = 1; d < 32; d *= 2) {
        unsigned int above = __shfl_down_sync(0xffffffff, v, d);
        if (lane + d < 32) v += above;
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
