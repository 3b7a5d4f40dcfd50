// rejected by: case (tiles of 512: nothing is carried into a tile)
// says: Every tile begins as if a head stood there. What comes before the tile has to enter its sums, up to the first head.
constexpr int BLOCK = 512;
struct Pair { int head, sum; };
__device__ Pair then(Pair a, Pair b) { return Pair{a.head | b.head, b.head ? b.sum : a.sum + b.sum}; }
__device__ Pair scan_block(Pair x) { // inclusive
    __shared__ Pair s[BLOCK];
    int t = threadIdx.x;
    s[t] = x;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        Pair y = s[t];
        if (t >= d) y = then(s[t - d], s[t]);
        __syncthreads();
        s[t] = y;
        __syncthreads();
    }
    Pair r = s[t];
    __syncthreads();
    return r;
}
__global__ void totals(const int *in, const int *heads, Pair *tot, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    Pair x = {0, 0};
    if (i < n) x = Pair{heads[i], in[i]};
    x = scan_block(x);
    if (threadIdx.x == BLOCK - 1) tot[blockIdx.x] = x;
}
__global__ void scan_totals(Pair *tot, int blocks) {
    Pair run = {0, 0};
    for (int b = 0; b < blocks; b++) {
        Pair x = tot[b];
        tot[b] = run;
        run = then(run, x);
    }
}
__global__ void final_scan(const int *in, const int *heads, const Pair *tot, int *out, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    Pair x = {0, 0};
    if (i < n) x = Pair{heads[i], in[i]};
    x = scan_block(x);
    if (i < n) out[i] = x.sum;
}
void segmented_scan(const int *in, const int *heads, int *out, int n) {
    if (n <= 0) return;
    int blocks = (n + BLOCK - 1) / BLOCK;
    Pair *tot;
    cudaMallocAsync(&tot, blocks * sizeof(Pair), 0);
    totals<<<blocks, BLOCK>>>(in, heads, tot, n);
    scan_totals<<<1, 1>>>(tot, blocks);
    final_scan<<<blocks, BLOCK>>>(in, heads, tot, out, n);
    cudaFreeAsync(tot, 0);
}
