// passes (kernels throw all darts; the host adds the counts of the blocks and copies the sum over)
#include <vector>

constexpr int SEEDS = 4096; // one for each experiment

__device__ unsigned long long mix(unsigned long long seed, unsigned long long n) {
    unsigned long long z = seed + (n + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

__global__ void throw_darts(unsigned *counts, long long n, const unsigned long long *seeds) {
    __shared__ unsigned hits;
    if (threadIdx.x == 0) hits = 0;
    __syncthreads();
    unsigned mine = 0;
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < n; i += gridDim.x * 256ll) {
        unsigned long long s = seeds[i % SEEDS];
        unsigned long long x = mix(s, 2 * i) >> 33, y = mix(s, 2 * i + 1) >> 33;
        mine += x * x + y * y < 1ull << 62;
    }
    mine = __reduce_add_sync(~0u, mine);
    if (threadIdx.x % 32 == 0) atomicAdd(&hits, mine);
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = hits;
}

void darts(unsigned long long *hits, long long n, const unsigned long long *seeds) {
    const int BLOCKS = 1056;
    static unsigned *counts;
    if (!counts) cudaMalloc(&counts, BLOCKS * sizeof *counts);
    throw_darts<<<BLOCKS, 256>>>(counts, n, seeds);
    std::vector<unsigned> each(BLOCKS);
    cudaMemcpy(each.data(), counts, BLOCKS * sizeof *counts, cudaMemcpyDeviceToHost);
    unsigned long long sum = 0;
    for (unsigned k : each)
        sum += k;
    cudaMemcpy(hits, &sum, sizeof sum, cudaMemcpyHostToDevice);
}
