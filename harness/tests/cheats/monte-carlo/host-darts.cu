// rejected by: no-kernel (the host counts, and a kernel of one thread stores the number)
constexpr int SEEDS = 4096; // one for each experiment

static unsigned long long mix(unsigned long long seed, unsigned long long n) {
    unsigned long long z = seed + (n + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}
__global__ void store(unsigned long long *hits, unsigned long long v) { *hits = v; }
void darts(unsigned long long *hits, long long n, const unsigned long long *on_device) {
    static unsigned long long seeds[SEEDS];
    cudaMemcpy(seeds, on_device, sizeof seeds, cudaMemcpyDeviceToHost);
    unsigned long long k = 0;
    for (long long i = 0; i < n; i++) {
        unsigned long long s = seeds[i % SEEDS];
        unsigned long long x = mix(s, 2 * i) >> 33, y = mix(s, 2 * i + 1) >> 33;
        k += x * x + y * y < 1ull << 62;
    }
    store<<<1, 1>>>(hits, k);
}
