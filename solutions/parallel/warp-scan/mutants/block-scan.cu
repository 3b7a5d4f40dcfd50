// rejected by: case n=33 | case (the sums go on through a block of 256)
// says: The sums go on through the whole block of 256. Each group of 32 starts again at 0, so nothing passes from warp to warp.
// Running sums: each warp scans its 32 elements, and adds what the warps of the block
// before it have.

const unsigned ALL = 0xffffffff;
const int WARP = 32;
const int BLOCK = 256;

__global__ void scan_kernel(const unsigned int *in, unsigned int *inclusive,
                            unsigned int *exclusive, int n) {
    __shared__ unsigned int totals[BLOCK / WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    unsigned int own = i < n ? in[i] : 0, sum = own;

    for (int d = 1; d < WARP; d *= 2) {
        unsigned int below = __shfl_up_sync(ALL, sum, d);
        if (lane >= d) sum += below;
    }
    if (lane == WARP - 1) totals[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        sum += totals[w];
    if (i < n) {
        inclusive[i] = sum;
        exclusive[i] = sum - own;
    }
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n == 0) return;
    scan_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, inclusive, exclusive, n);
}
