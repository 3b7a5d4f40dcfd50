// rejected by: case n=1000 (the seed belongs to the thread, not to the dart)
// says: The seed is chosen by the number of the thread in its block. It belongs to the dart: seeds[i % 4096].
constexpr int BLOCK = 256;
constexpr int SEEDS = 4096; // one for each experiment

__host__ __device__ unsigned long long mix(unsigned long long seed, unsigned long long n) {
    unsigned long long z = seed + (n + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}
__global__ void throw_darts(unsigned long long *hits, long long darts, const unsigned long long *seeds) {
    long long i = (long long)blockIdx.x * BLOCK + threadIdx.x;
    long long stride = (long long)gridDim.x * BLOCK;
    int count = 0;
    for (; i < darts; i += stride) {
        unsigned long long s = seeds[threadIdx.x];
        unsigned long long x = mix(s, 2 * i) >> 33, y = mix(s, 2 * i + 1) >> 33;
        if (x * x + y * y < 1ull << 62) count++;
    }
    for (int d = 16; d > 0; d /= 2) count += __shfl_down_sync(~0u, count, d);
    __shared__ int sums[BLOCK / 32];
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = count;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned long long all = 0;
        for (int w = 0; w < BLOCK / 32; w++) all += sums[w];
        atomicAdd(hits, all);
    }
}
void darts(unsigned long long *hits, long long n, const unsigned long long *seeds) {
    cudaMemsetAsync(hits, 0, sizeof *hits);
    if (n > 0) throw_darts<<<264, BLOCK>>>(hits, n, seeds);
}
