// Each block scans its tile, as if nothing came before it.
//
// TODO: the sums of the tiles before.

constexpr int BLOCK = 256;

__global__ void scan_tile(const int *in, int *out, int n) {
    __shared__ int tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        int left = threadIdx.x >= step ? tile[threadIdx.x - step] : 0;
        __syncthreads();
        tile[threadIdx.x] += left;
        __syncthreads();
    }
    if (i < n) out[i] = tile[threadIdx.x];
}

void scan(const int *in, int *out, int n) {
    if (n > 0) scan_tile<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
