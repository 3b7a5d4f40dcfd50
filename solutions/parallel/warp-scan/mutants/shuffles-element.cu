// rejected by: case n=32 (every step takes the element of the lane below, not its sum so far)
// says: Each step takes the element of the lane d below, not its sum so far, so only the elements at distances 1, 2, 4, 8 and 16 are added. Shuffle the sum that the loop adds to: then each step brings the sum of twice as many elements.
const unsigned ALL = 0xffffffff;

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    unsigned int own = i < n ? in[i] : 0;
    unsigned int sum = own;
    for (int d = 1; d < 32; d *= 2) {
        unsigned int other = __shfl_up_sync(ALL, own, d);
        if (lane >= d) sum += other;
    }
    if (i < n) {
        inclusive[i] = sum;
        exclusive[i] = sum - own;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n > 0) scan_kernel<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
