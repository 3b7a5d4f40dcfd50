// rejected by: gate traffic | gate coalescing (any array but the timed one by one block, whose threads have stretches of their own)
constexpr int BLOCK = 512, WARPS = BLOCK / 32, OWN = 4, TILE = BLOCK * OWN;

// The OWN elements of a thread, as one vector; 0 beyond the end.
__device__ void load_own(const int *in, int first, int n, int v[OWN]) {
    if (first + OWN <= n) {
        int4 a = *(const int4 *)(in + first);
        v[0] = a.x, v[1] = a.y, v[2] = a.z, v[3] = a.w;
        return;
    }
    for (int k = 0; k < OWN; k++)
        v[k] = first + k < n ? in[first + k] : 0;
}

// Inclusive, over the block. *all: the sum of everybody's v.
__device__ int block_scan(int v, int *all) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(~0u, v, step);
        if (lane >= step) v += left;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < WARPS; w++) {
        before += w < warp ? sums[w] : 0;
        total += sums[w];
    }
    __syncthreads(); // sums is used again
    *all = total;
    return v + before;
}

__global__ void sum_tiles(const int *in, int *sums, int n) {
    int v[OWN], sum = 0, all;
    load_own(in, blockIdx.x * TILE + threadIdx.x * OWN, n, v);
    for (int k = 0; k < OWN; k++)
        sum += v[k];
    block_scan(sum, &all);
    if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

// In place, exclusive, by one block: it carries on what it has summed so far.
__global__ void scan_sums(int *sums, int tiles) {
    int carry = 0, all;
    for (int first = 0; first < tiles; first += BLOCK) {
        int i = first + threadIdx.x, v = i < tiles ? sums[i] : 0;
        int upto = block_scan(v, &all);
        if (i < tiles) sums[i] = carry + upto - v;
        carry += all;
    }
}

__global__ void scan_tiles(const int *in, const int *before, int *out, int n) {
    int first = blockIdx.x * TILE + threadIdx.x * OWN, v[OWN], all;
    load_own(in, first, n, v);
    for (int k = 1; k < OWN; k++)
        v[k] += v[k - 1];
    int from = before[blockIdx.x] + block_scan(v[OWN - 1], &all) - v[OWN - 1];
    for (int k = 0; k < OWN; k++)
        v[k] += from;
    if (first + OWN <= n) {
        *(int4 *)(out + first) = make_int4(v[0], v[1], v[2], v[3]);
        return;
    }
    for (int k = 0; k < OWN && first + k < n; k++)
        out[first + k] = v[k];
}

// Each thread has a stretch of its own, and adds what the threads before it have.
__global__ void stretches(const int *in, int *out, int n) {
    int each = (n + BLOCK - 1) / BLOCK, from = threadIdx.x * each, upto = min(n, from + each);
    int sum = 0, all;
    for (int i = from; i < upto; i++)
        sum += in[i];
    sum = block_scan(sum, &all) - sum;
    for (int i = from; i < upto; i++)
        out[i] = sum += in[i];
}

void scan(const int *in, int *out, int n) {
    if (0 < n && n < 1 << 20) {
        stretches<<<1, BLOCK>>>(in, out, n);
        return;
    }
    int tiles = (n + TILE - 1) / TILE, *sums;
    if (n <= 0) return;
    cudaMallocAsync(&sums, tiles * sizeof *sums, 0);
    sum_tiles<<<tiles, BLOCK>>>(in, sums, n);
    scan_sums<<<1, BLOCK>>>(sums, tiles);
    scan_tiles<<<tiles, BLOCK>>>(in, sums, out, n);
    cudaFreeAsync(sums, 0);
}
