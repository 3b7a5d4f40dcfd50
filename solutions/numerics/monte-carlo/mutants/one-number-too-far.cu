// rejected by: case (darts 1 to n are thrown, not 0 to n - 1)
// says: Darts 1 to n are thrown. They are numbered from 0 to n - 1.
// Pi by throwing darts: a thread's random numbers are a function of the dart's number.
//
//   dart i   ->   mix(s, 2 i), mix(s, 2 i + 1), s = seeds[i % 4096]   ->   x, y in [0, 1)
//
// Nothing is kept between two numbers, so any thread can throw any dart, and the result does
// not depend on how many threads there are.

constexpr int BLOCK = 256, WARPS = BLOCK / 32, BLOCKS = 528;
constexpr int SEEDS = 4096; // one for each experiment

__host__ __device__ unsigned long long mix(unsigned long long seed, unsigned long long n) {
    unsigned long long z = seed + (n + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

__global__ void throw_darts(unsigned long long *hits, long long darts,
                            const unsigned long long *seeds) {
    __shared__ unsigned sums[WARPS];
    long long all = (long long)gridDim.x * BLOCK;
    unsigned mine = 0;
    for (long long i = (long long)blockIdx.x * BLOCK + threadIdx.x + 1; i <= darts; i += all) {
        // 31 bits each: x * x + y * y fits 64 bits, and is exact.
        unsigned long long s = seeds[i % SEEDS];
        unsigned long long x = mix(s, 2 * i) >> 33, y = mix(s, 2 * i + 1) >> 33;
        mine += x * x + y * y < 1ull << 62;
    }
    for (int d = 16; d > 0; d /= 2)
        mine += __shfl_down_sync(~0u, mine, d);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x > 0) return;
    unsigned long long total = 0;
    for (int w = 0; w < WARPS; w++)
        total += sums[w];
    atomicAdd(hits, total);
}

void darts(unsigned long long *hits, long long n, const unsigned long long *seeds) {
    cudaMemsetAsync(hits, 0, sizeof *hits);
    if (n <= 0) return;
    long long useful = (n + BLOCK - 1) / BLOCK;
    throw_darts<<<(int)(useful < BLOCKS ? useful : BLOCKS), BLOCK>>>(hits, n, seeds);
}
