// rejected by: case n=33 (goes on from the group before)
// says: A group goes on from the sum of the group before it. Each group of 32 starts again at 0.
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    unsigned int own = i < n ? in[i] : 0, v = own;
    for (int d = 1; d < 32; d *= 2) {
        unsigned int below = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += below;
    }
    for (int k = i - lane - 1; k >= 0 && k < n; k--)
        v += in[k];
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
