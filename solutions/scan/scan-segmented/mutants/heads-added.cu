// rejected by: case any numbers but 0 (heads are added up, and 2 and -2 make none)
// says: Heads are added up, and those of 2 and -2 add up to 0. Join them with or, or store heads[i] != 0.
constexpr int BLOCK = 512;
struct Pair { int head, sum; };
__device__ Pair then(Pair a, Pair b) {
    Pair r;
    r.head = a.head + b.head;
    r.sum = b.head ? b.sum : a.sum + b.sum;
    return r;
}
__device__ Pair block_scan(Pair p) {
    __shared__ Pair s[BLOCK];
    int t = threadIdx.x;
    s[t] = p;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        Pair q = {0, 0};
        if (t >= d) q = s[t - d];
        __syncthreads();
        p = then(q, p);
        s[t] = p;
        __syncthreads();
    }
    return p;
}
__global__ void tile_sums(const int *in, const int *heads, Pair *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    Pair p = {0, 0};
    if (i < n) p = {heads[i], in[i]};
    p = block_scan(p);
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = p;
}
__global__ void scan_sums(Pair *sums, int tiles) {
    Pair carry = {0, 0};
    __shared__ Pair last;
    for (int first = 0; first < tiles; first += BLOCK) {
        int i = first + threadIdx.x;
        Pair p = {0, 0};
        if (i < tiles) p = sums[i];
        p = then(carry, block_scan(p));
        if (i < tiles) sums[i] = p;
        if (threadIdx.x == BLOCK - 1) last = p;
        __syncthreads();
        carry = last;
        __syncthreads();
    }
}
__global__ void scan_tiles(const int *in, const int *heads, const Pair *sums, int *out, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    Pair p = {0, 0};
    if (i < n) p = {heads[i], in[i]};
    p = block_scan(p);
    if (blockIdx.x > 0) p = then(sums[blockIdx.x - 1], p);
    if (i < n) out[i] = p.sum;
}
void segmented_scan(const int *in, const int *heads, int *out, int n) {
    if (n <= 0) return;
    int tiles = (n + BLOCK - 1) / BLOCK;
    Pair *sums;
    cudaMalloc(&sums, tiles * sizeof(Pair));
    tile_sums<<<tiles, BLOCK>>>(in, heads, sums, n);
    scan_sums<<<1, BLOCK>>>(sums, tiles);
    scan_tiles<<<tiles, BLOCK>>>(in, heads, sums, out, n);
    cudaFree(sums);
}
