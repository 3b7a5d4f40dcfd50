// rejected by: case n=32 (moves the elements up by one lane, and lane 0 keeps its own)
// says: The elements are moved up by one lane before they are added, and lane 0, which has no lane below it, keeps its own. So the first element of each group is counted twice: set lane 0 to 0 after that shuffle.
const unsigned ALL = 0xffffffff;

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    unsigned int own = i < n ? in[i] : 0;
    unsigned int sum = __shfl_up_sync(ALL, own, 1);
    for (int d = 1; d < 32; d *= 2) {
        unsigned int other = __shfl_up_sync(ALL, sum, d);
        if (lane >= d) sum += other;
    }
    if (i < n) {
        exclusive[i] = sum;
        inclusive[i] = sum + own;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n > 0) scan_kernel<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
