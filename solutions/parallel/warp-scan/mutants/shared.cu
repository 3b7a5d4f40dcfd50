// rejected by: gate smem_requests (through shared memory)
__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    __shared__ unsigned int tile[256];
    int t = threadIdx.x;
    unsigned int own = i < n ? in[i] : 0, v = own;
    tile[t] = v;
    __syncthreads();
    for (int d = 1; d < 32; d *= 2) {
        unsigned int below = lane >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += below;
        __syncthreads();
    }
    v = tile[t];
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
