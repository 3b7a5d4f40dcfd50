// rejected by: gate divergence (lane 0 does it all)
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int end = min(i + 32, n);
    unsigned int sum = 0;
    if (lane > 0) return;
    for (int k = i; k < end; k++) {
        exclusive[k] = sum;
        sum += in[k];
        inclusive[k] = sum;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;
    scan_kernel<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
