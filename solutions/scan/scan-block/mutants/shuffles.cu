// rejected by: gate exchanges (scans of warps, and no tree)
__device__ unsigned int warp_scan(unsigned int v) {
    for (int d = 1; d < 32; d *= 2) {
        unsigned int below = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x % 32 >= d) v += below;
    }
    return v;
}

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int cols) {
    __shared__ unsigned int sums[32];
    size_t row = (size_t)blockIdx.x * cols;
    unsigned int carry = 0;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int from = 0; from < cols; from += 1024) {
        int i = from + threadIdx.x;
        unsigned int own = i < cols ? in[row + i] : 0, v = warp_scan(own);
        if (lane == 31) sums[warp] = v;
        __syncthreads();
        if (warp == 0) sums[lane] = warp_scan(sums[lane]);
        __syncthreads();
        v += carry + (warp ? sums[warp - 1] : 0);
        carry += sums[31];
        if (i < cols) {
            inclusive[row + i] = v;
            exclusive[row + i] = v - own;
        }
        __syncthreads();
    }
}

void row_scans(const unsigned int *in, unsigned int *inclusive,
               unsigned int *exclusive, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    scan_kernel<<<rows, 1024>>>(in, inclusive, exclusive, cols);
}
