// What fits into L2 or L1, chains of loads that wait for each other, gathers.
#include "variants.h"

#include <algorithm>
#include <numeric>
#include <vector>

// ---- L2: the launch before left the data there

__global__ void read_again(const float4 *a, float *c, int n, int times) {
    float sum = 0;
    for (int t = 0; t < times; t++)
        for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
            float4 v = a[i];
            sum += v.x + v.y + v.z + v.w;
        }
    if (sum == 123456.0f) c[0] = sum;
}
__global__ void copy_again(const float4 *a, float4 *c, int n, int times) {
    for (int t = 0; t < times; t++)
        for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
            c[i] = a[i];
}
__global__ void lone_again(const float *a, float *c, int n, int times) {
    float sum = 0;
    for (int t = 0; t < times; t++)
        for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
            sum += a[i * 8];
    if (sum == 123456.0f) c[0] = sum;
}
// A block reads its own KiB over and over: L1.
__global__ void read_own(const float4 *a, float *c, int n, int times) {
    const float4 *mine = a + (size_t)blockIdx.x * n;
    float sum = 0;
    for (int t = 0; t < times; t++)
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            float4 v = mine[i];
            sum += v.x + v.y + v.z + v.w;
        }
    if (sum == 123456.0f) c[0] = sum;
}

#define A4 ((const float4 *)p.a)
#define C4 ((float4 *)p.c)

static const Variant l2[] = {
    {"read 8 MiB 4 times",
     [](const Pool &p) { read_again<<<SMS * 8, 256>>>(A4, p.c, MI / 2, 4); },
     nullptr, true},
    {"read 24 MiB 4 times",
     [](const Pool &p) {
         read_again<<<SMS * 8, 256>>>(A4, p.c, 3 * MI / 2, 4);
     },
     nullptr, true},
    {"copy 4 MiB 4 times",
     [](const Pool &p) { copy_again<<<SMS * 8, 256>>>(A4, C4, MI / 4, 4); },
     nullptr, true},
    {"copy 12 MiB 4 times",
     [](const Pool &p) { copy_again<<<SMS * 8, 256>>>(A4, C4, 3 * MI / 4, 4); },
     nullptr, true},
    {"every 8th of 16 MiB 8 times",
     [](const Pool &p) { lone_again<<<SMS * 8, 256>>>(p.a, p.c, MI / 2, 8); },
     nullptr, true},
    {"every 8th of 4 MiB 16 times",
     [](const Pool &p) { lone_again<<<SMS * 8, 256>>>(p.a, p.c, MI / 8, 16); },
     nullptr, true},
    {"read 8 MiB 4 times, 8 warps an SM",
     [](const Pool &p) { read_again<<<SMS * 1, 256>>>(A4, p.c, MI / 2, 4); },
     nullptr, true},
    {"16 KiB a block from L1",
     [](const Pool &p) { read_own<<<SMS * 4, 512>>>(A4, p.c, 1024, 32); }},
    {"32 KiB a block from L1",
     [](const Pool &p) { read_own<<<SMS * 4, 512>>>(A4, p.c, 2048, 32); }},
    {"128 KiB a block, too much for L1",
     [](const Pool &p) { read_own<<<SMS * 2, 1024>>>(A4, p.c, 8192, 16); },
     nullptr, true},
};
static Family l2_family("cache", l2);

// ---- latency: where to go next is in what was loaded

__global__ void chase(const uint32_t *next, uint32_t *out, int steps,
                      unsigned spread) {
    uint32_t at = blockIdx.x * spread + threadIdx.x;
    for (int i = 0; i < steps; i++)
        at = next[at];
    out[INDEX] = at;
}
__global__ void chase_shared(uint32_t *out, int steps) {
    __shared__ uint32_t next[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        next[i] = (i * 97u + 33) % 4096;
    __syncthreads();
    uint32_t at = threadIdx.x;
    for (int i = 0; i < steps; i++)
        at = next[at];
    out[INDEX] = at;
}
// A ring through n words, every `apart` of them, in random order.
static void ring(const Pool &p, size_t n, size_t apart, uint64_t seed) {
    std::vector<uint32_t> order(n / apart), words(n, 0);
    std::iota(order.begin(), order.end(), 0u);
    Random r(seed);
    for (size_t i = order.size() - 1; i > 0; i--)
        std::swap(order[i], order[r.next() % (i + 1)]);
    for (size_t i = 0; i < order.size(); i++)
        for (size_t k = 0; k < apart; k++)
            words[order[i] * apart + k] =
                (uint32_t)(order[(i + 1) % order.size()] * apart + k);
    pool_index(p, words.data(), n);
}
static void ring_16k(const Pool &p) {
    ring(p, 4096, 32, 1);
}
static void ring_1m(const Pool &p) {
    ring(p, MI / 4, 32, 2);
}
static void ring_16m(const Pool &p) {
    ring(p, 4 * MI, 32, 3);
}

#define OUT ((uint32_t *)p.c)
static const Variant chains[] = {
    {"chain in L1, one thread",
     [](const Pool &p) { chase<<<1, 1>>>(p.index, OUT, 4096, 0); }, ring_16k},
    {"chain in L2, one thread",
     [](const Pool &p) { chase<<<1, 1>>>(p.index, OUT, 2048, 0); }, ring_1m,
     true},
    {"chain in DRAM, one thread",
     [](const Pool &p) { chase<<<1, 1>>>(p.index, OUT, 2048, 0); }, ring_16m},
    {"chain in shared memory, one warp",
     [](const Pool &p) { chase_shared<<<1, 32>>>(OUT, 4096); }},
    {"chain in L1, a warp an SM",
     [](const Pool &p) { chase<<<SMS, 32>>>(p.index, OUT, 2048, 0); },
     ring_16k},
    {"chain in L2, a warp an SM",
     [](const Pool &p) { chase<<<SMS, 32>>>(p.index, OUT, 1024, 1024); },
     ring_1m, true},
    {"chain in DRAM, 8 warps an SM",
     [](const Pool &p) { chase<<<SMS * 8, 32>>>(p.index, OUT, 128, 2048); },
     ring_16m},
    {"chain in shared memory, 8 warps an SM",
     [](const Pool &p) { chase_shared<<<SMS, 256>>>(OUT, 1024); }},
    {"chain in L2, 16 warps an SM",
     [](const Pool &p) { chase<<<SMS * 16, 32>>>(p.index, OUT, 256, 64); },
     ring_1m, true},
    {"chain in DRAM, 32 warps an SM",
     [](const Pool &p) { chase<<<SMS * 32, 32>>>(p.index, OUT, 32, 512); },
     ring_16m},
};
static Family latency("latency", chains);

// ---- gathers: 4 Mi indices

__global__ void gather(const float *a, const uint32_t *index, float *c) {
    unsigned i = INDEX;
    c[i] = a[index[i]];
}
__global__ void scatter(const float *a, const uint32_t *index, float *c) {
    unsigned i = INDEX;
    c[index[i]] = a[i];
}
// Indices in [0, range): random, sorted, or within `near` of their place.
static std::vector<uint32_t> indices(uint32_t range, uint32_t near, bool sort) {
    std::vector<uint32_t> v(4 * MI);
    Random r(range + near);
    for (size_t i = 0; i < v.size(); i++)
        v[i] = near ? (uint32_t)((i / near * near + r.next() % near) % range)
                    : r.next() % range;
    if (sort) std::sort(v.begin(), v.end());
    return v;
}
template <int RANGE, int NEAR, bool SORT> static void index_by(const Pool &p) {
    std::vector<uint32_t> v = indices(RANGE, NEAR, SORT);
    pool_index(p, v.data(), v.size());
}
static void gather_all(const Pool &p) {
    gather<<<4 * MI / 256, 256>>>(p.a, p.index, p.c);
}
static void scatter_all(const Pool &p) {
    scatter<<<4 * MI / 256, 256>>>(p.a, p.index, p.c);
}
static const Variant gathers[] = {
    {"gather, random over 128 MiB", gather_all, index_by<32 * MI, 0, false>},
    {"gather, random over 8 MiB", gather_all, index_by<2 * MI, 0, false>},
    {"gather, sorted over 128 MiB", gather_all, index_by<32 * MI, 0, true>},
    {"gather, within 4 KiB", gather_all, index_by<4 * MI, 1024, false>},
    {"gather, random over 64 KiB", gather_all, index_by<16384, 0, false>},
    {"gather, random over 1 MiB", gather_all, index_by<MI / 4, 0, false>},
    {"scatter, random over 128 MiB", scatter_all, index_by<32 * MI, 0, false>},
    {"scatter, random over 8 MiB", scatter_all, index_by<2 * MI, 0, false>},
    {"scatter, within 4 KiB", scatter_all, index_by<4 * MI, 1024, false>},
    {"gather, within 128 bytes", gather_all, index_by<4 * MI, 32, false>},
};
static Family gather_family("gather", gathers);
