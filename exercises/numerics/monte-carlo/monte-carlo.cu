// Pi by throwing darts: how many of n fall into the quarter of a circle?
//
// TODO: each dart is counted by an atomic addition to one word. Count in registers, then in the
// warp and the block, and add once for each block.

constexpr int BLOCK = 256;
constexpr int SEEDS = 4096; // one for each experiment

__host__ __device__ unsigned long long mix(unsigned long long seed, unsigned long long n) {
    unsigned long long z = seed + (n + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

__global__ void throw_darts(unsigned long long *hits, long long darts,
                            const unsigned long long *seeds) {
    long long i = (long long)blockIdx.x * BLOCK + threadIdx.x;
    if (i >= darts) return;
    unsigned long long s = seeds[i % SEEDS];
    unsigned long long x = mix(s, 2 * i) >> 33, y = mix(s, 2 * i + 1) >> 33;
    if (x * x + y * y < 1ull << 62) atomicAdd(hits, 1ull);
}

void darts(unsigned long long *hits, long long n, const unsigned long long *seeds) {
    cudaMemsetAsync(hits, 0, sizeof *hits);
    if (n > 0) throw_darts<<<(int)((n + BLOCK - 1) / BLOCK), BLOCK>>>(hits, n, seeds);
}
