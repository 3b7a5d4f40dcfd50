// rejected by: case n=33 (the runs of the last tile are not counted)
// says: `runs` is the number of flags before the last tile. The flags of that tile count, too.
constexpr int BLOCK = 512, WARPS = BLOCK / 32;

__device__ int flag_at(const int *in, int i, int n) {
    return i < n && (i == 0 || in[i] != in[i - 1]);
}
__device__ int rank_flag(int flag, int *all) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned m = __ballot_sync(~0u, flag);
    if (lane == 0) sums[warp] = __popc(m);
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < WARPS; w++) {
        before += w < warp ? sums[w] : 0;
        total += sums[w];
    }
    __syncthreads();
    *all = total;
    return before + __popc(m & ((1u << lane) - 1));
}
__global__ void count(const int *in, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x, all;
    rank_flag(flag_at(in, i, n), &all);
    if (threadIdx.x == 0) sums[blockIdx.x] = all;
}
__global__ void scan_sums(int *sums, int tiles, int *runs) {
    __shared__ int s[BLOCK];
    int carry = 0, t = threadIdx.x;
    for (int first = 0; first < tiles; first += BLOCK) {
        int i = first + t, v = i < tiles ? sums[i] : 0;
        s[t] = v;
        __syncthreads();
        for (int d = 1; d < BLOCK; d *= 2) {
            int left = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += left;
            __syncthreads();
        }
        if (i < tiles) sums[i] = carry + s[t] - v;
        carry += s[BLOCK - 1];
        __syncthreads();
    }
    if (t == 0) *runs = sums[tiles - 1];
}
__global__ void place(const int *in, const int *sums, int *values, int *begins, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x, all;
    int flag = flag_at(in, i, n);
    int r = sums[blockIdx.x] + rank_flag(flag, &all);
    if (flag) {
        values[r] = in[i];
        begins[r] = i;
    }
}
__global__ void differ(const int *begins, const int *runs, int *lengths, int n) {
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r >= *runs) return;
    lengths[r] = (r + 1 < *runs ? begins[r + 1] : n) - begins[r];
}
void run_lengths(const int *in, int *values, int *lengths, int *runs, int n) {
    cudaMemsetAsync(runs, 0, sizeof(int), 0);
    if (n <= 0) return;
    int tiles = (n + BLOCK - 1) / BLOCK, *sums, *begins;
    cudaMallocAsync(&sums, tiles * sizeof(int), 0);
    cudaMallocAsync(&begins, n * sizeof(int), 0);
    count<<<tiles, BLOCK>>>(in, sums, n);
    scan_sums<<<1, BLOCK>>>(sums, tiles, runs);
    place<<<tiles, BLOCK>>>(in, sums, values, begins, n);
    differ<<<tiles, BLOCK>>>(begins, runs, lengths, n);
    cudaFreeAsync(begins, 0);
    cudaFreeAsync(sums, 0);
}
