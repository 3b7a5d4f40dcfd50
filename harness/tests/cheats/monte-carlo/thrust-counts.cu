// rejected by: build (Thrust counts the darts)
// Pi by throwing darts, which the library counts.
#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>

__host__ __device__ unsigned long long mix(unsigned long long seed, unsigned long long n) {
    unsigned long long z = seed + (n + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

struct Hit {
    const unsigned long long *seeds;
    __device__ bool operator()(long long i) const {
        unsigned long long s = seeds[i % 4096];
        unsigned long long x = mix(s, 2 * i) >> 33, y = mix(s, 2 * i + 1) >> 33;
        return x * x + y * y < 1ull << 62;
    }
};

void darts(unsigned long long *hits, long long n, const unsigned long long *seeds) {
    thrust::counting_iterator<long long> first(0);
    unsigned long long c = thrust::count_if(thrust::device, first, first + n, Hit{seeds});
    cudaMemcpy(hits, &c, sizeof c, cudaMemcpyHostToDevice);
}
