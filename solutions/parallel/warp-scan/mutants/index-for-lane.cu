// rejected by: case n=33 (compares the number of the element with the distance)
// says: The condition compares the index of the element with d, so it holds for all lanes after the first warp. Compare the number of the lane, 0 to 31: in each warp, lane 0 must not add.
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;

    unsigned int v = i < n ? in[i] : 0;
    unsigned int x = v;

    for (int d = 1; d < 32; d *= 2) {
        unsigned int other = __shfl_up_sync(0xffffffff, v, d);
        if (i >= d) v += other;
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
