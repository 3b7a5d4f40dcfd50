// rejected by: case close to the circle (coordinates are rounded to floats)
// says: The coordinates are rounded to floats, so darts close to the circle fall on its other side. Compare whole numbers of 64 bits.
// Pi by throwing darts: how many of n fall into the quarter of a circle?
//

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
    __shared__ unsigned part[BLOCK / 32];
    unsigned count = 0;
    long long step = (long long)gridDim.x * BLOCK;
    for (long long i = (long long)blockIdx.x * BLOCK + threadIdx.x; i < darts; i += step) {
        unsigned long long s = seeds[i % SEEDS];
        unsigned long long x = mix(s, 2 * i) >> 33, y = mix(s, 2 * i + 1) >> 33;
        float a = x / 2147483648.0f, b = y / 2147483648.0f;
        if (a * a + b * b < 1.0f) count++;
    }
    for (int d = 16; d > 0; d /= 2) count += __shfl_down_sync(0xffffffff, count, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = count;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned long long sum = 0;
        for (int w = 0; w < BLOCK / 32; w++) sum += part[w];
        atomicAdd(hits, sum);
    }
}

void darts(unsigned long long *hits, long long n, const unsigned long long *seeds) {
    cudaMemsetAsync(hits, 0, sizeof *hits);
    if (n > 0) {
        long long blocks = (n + BLOCK - 1) / BLOCK;
        throw_darts<<<(int)(blocks < 1056 ? blocks : 1056), BLOCK>>>(hits, n, seeds);
    }
}
