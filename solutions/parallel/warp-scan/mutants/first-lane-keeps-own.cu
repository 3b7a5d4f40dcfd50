// rejected by: case n=32 (the elements are moved up by one lane for the exclusive sum, and lane 0 keeps its own)
// says: The exclusive sums of a group are all too large by its first element. Moved up by one lane, the elements leave lane 0 its own, because it has no lane below it: set it to 0 after that shuffle.
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    unsigned int v = i < n ? in[i] : 0;
    unsigned int e = __shfl_up_sync(0xffffffff, v, 1);
    for (int s = 1; s < 32; s *= 2) {
        unsigned int u = __shfl_up_sync(0xffffffff, v, s);
        unsigned int f = __shfl_up_sync(0xffffffff, e, s);
        if (lane >= s) { v += u; e += f; }
    }
    if (i < n) { inclusive[i] = v; exclusive[i] = e; }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;
    int threads = 256;
    scan_kernel<<<(n + threads - 1) / threads, threads>>>(in, inclusive, exclusive, n);
}
