// Second set: what stays in L2 or L1, loads that wait for each other, gathers.
#include "../variants.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace {

#define A4  ((const float4 *)p.a)
#define C4  ((float4 *)p.c)
#define OUT ((uint32_t *)p.c)

// ---- caches

__global__ void read_once(const float4 *a, float *c) {
    float4 v = a[INDEX];
    float sum = v.x + v.y + v.z + v.w;
    if (sum == 123456.0f) c[0] = sum;
}
__global__ void write_again(float4 *c, int n, int times) {
    for (int t = 0; t < times; t++)
        for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
            c[i] = make_float4(t, i, t, i);
}
// every block the same table
__global__ void read_table(const float *a, float *c, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += a[(i + blockIdx.x * 256) % n];
    c[INDEX] = sum;
}
__global__ void own_floats(const float *a, float *c, int n, int times) {
    const float *mine = a + (size_t)blockIdx.x * n;
    float sum = 0;
    for (int t = 0; t < times; t++)
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            sum += mine[(i + t * 4) % n];
    c[INDEX] = sum;
}
__global__ void better(float4 *c, int n, int times) {
    for (int t = 0; t < times; t++)
        for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
            float4 v = c[i];
            c[i] = make_float4(v.x * .5f, v.y, v.z + 1, v.w);
        }
}
const Variant caches[] = {
    {"read 32 MiB once",
     [](const Pool &p) { read_once<<<2048, 1024>>>(A4, p.c); }, nullptr, true},
    {"write 8 MiB 4 times",
     [](const Pool &p) { write_again<<<SMS * 8, 256>>>(C4, MI / 2, 4); },
     nullptr, true},
    {"a table of 512 KiB, all blocks, 16 warps an SM",
     [](const Pool &p) { read_table<<<SMS * 2, 256>>>(p.a, p.c, 131072); },
     nullptr, true},
    {"8 KiB a block from L1, floats",
     [](const Pool &p) { own_floats<<<SMS * 8, 128>>>(p.a, p.c, 2048, 24); }},
    {"in place, 6 MiB 4 times",
     [](const Pool &p) { better<<<SMS * 4, 512>>>(C4, 3 * MI / 8, 4); },
     nullptr, true},
    {"48 KiB a block from L1, floats",
     [](const Pool &p) { own_floats<<<SMS, 1024>>>(p.a, p.c, 12288, 16); }},
};
Family cache_family("cache", caches, 2);

// ---- loads that wait for each other

__global__ void two_at_once(const uint32_t *next, uint32_t *out, int steps,
                            unsigned other) {
    uint32_t x = blockIdx.x * 64, y = x + other;
    for (int i = 0; i < steps; i++) {
        x = next[x];
        y = next[y];
    }
    out[INDEX * 2] = x;
    out[INDEX * 2 + 1] = y;
}
__global__ void lanes_apart(const uint32_t *next, uint32_t *out, int steps,
                            unsigned apart, unsigned n) {
    uint32_t at = INDEX * apart % n;
    for (int i = 0; i < steps; i++)
        at = next[at];
    out[INDEX] = at;
}
__global__ void search(const uint32_t *sorted, uint32_t *out, unsigned n,
                       unsigned most) {
    uint32_t key = INDEX * 2654435761u % most;
    unsigned lo = 0, hi = n;
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        if (sorted[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    out[INDEX] = lo;
}
__global__ void in_local(uint32_t *out, int steps, unsigned by) {
    uint32_t next[64];
    for (unsigned i = 0; i < 64; i++)
        next[i] = (i * by + 11) & 63;
    uint32_t at = threadIdx.x & 63;
    for (int i = 0; i < steps; i++) {
        at = next[at];
        next[(at + i) & 63] ^= 1;
    }
    out[INDEX] = at;
}
__global__ void write_then_read(float *c, int steps) {
    __shared__ volatile float s[256];
    float v = threadIdx.x;
    for (int i = 0; i < steps; i++) {
        s[threadIdx.x] = v;
        v = s[threadIdx.x] * .5f + 1;
    }
    c[INDEX] = v;
}
// a heap: the children of k are 2 k + 1 and 2 k + 2
__global__ void descend(const uint32_t *heap, uint32_t *out, int levels) {
    uint32_t key = INDEX * 2654435761u, at = 0;
    for (int i = 0; i < levels; i++) {
        at = at * 2 + 1 + (heap[at] < key >> 8);
        key = key * 1664525u + 1013904223u;
    }
    out[INDEX] = at;
}
__global__ void count_on(unsigned *c, int steps) {
    unsigned at = threadIdx.x;
    for (int i = 0; i < steps; i++) // whatever was there before, on by one
        at = (at + 1 + (atomicAdd(&c[at * 8], 1) == 0x12345678u)) & 1023;
    c[16384 + INDEX] = at;
}
__global__ void probe(const uint32_t *words, uint32_t *out, int probes,
                      unsigned mask) {
    uint32_t at = INDEX * 2654435761u;
    for (int i = 0; i < probes; i++)
        at = words[(at >> 3) & mask] * 2246822519u + at;
    out[INDEX] = at;
}
void ring_of(const Pool &p, size_t n, size_t apart) {
    std::vector<uint32_t> order(n / apart), words(n, 0);
    std::iota(order.begin(), order.end(), 0u);
    Random r(n + apart);
    for (size_t i = order.size() - 1; i > 0; i--)
        std::swap(order[i], order[r.next() % (i + 1)]);
    for (size_t i = 0; i < order.size(); i++)
        words[order[i] * apart] =
            (uint32_t)(order[(i + 1) % order.size()] * apart);
    pool_index(p, words.data(), n);
}
void ring_2m(const Pool &p) {
    ring_of(p, MI / 2, 64);
}
void ring_4m(const Pool &p) {
    ring_of(p, MI, 32);
}
void ring_16m_sparse(const Pool &p) {
    ring_of(p, 4 * MI, 128);
}
void ring_8k(const Pool &p) {
    ring_of(p, 2048, 8);
}
void some_words(const Pool &p) {
    std::vector<uint32_t> v(4 * MI);
    Random r(11);
    for (uint32_t &x : v)
        x = r.next() >> 8;
    pool_index(p, v.data(), v.size());
}
void sorted_words(const Pool &p) {
    std::vector<uint32_t> v(4 * MI);
    for (size_t i = 0; i < v.size(); i++)
        v[i] = (uint32_t)i * 3;
    pool_index(p, v.data(), v.size());
}
const Variant chains[] = {
    {"two chains in L2, one thread",
     [](const Pool &p) { two_at_once<<<1, 1>>>(p.index, OUT, 1024, 128 * 64); },
     ring_2m, true},
    {"search of 4 Mi words, 8 warps an SM",
     [](const Pool &p) { search<<<SMS, 256>>>(p.index, OUT, 4 * MI, 12 * MI); },
     sorted_words},
    {"chain in L2, lanes apart, a warp an SM",
     [](const Pool &p) { lanes_apart<<<SMS, 32>>>(p.index, OUT, 512, 32, MI); },
     ring_4m, true},
    {"search of 8 Ki words, 16 warps an SM",
     [](const Pool &p) { search<<<SMS * 2, 256>>>(p.index, OUT, 8192, 24576); },
     sorted_words},
    {"chain in DRAM, lanes apart, one warp",
     [](const Pool &p) {
         lanes_apart<<<1, 32>>>(p.index, OUT, 256, 128, 4 * MI);
     },
     ring_16m_sparse},
    {"in local memory, 4 warps an SM",
     [](const Pool &p) { in_local<<<SMS, 128>>>(OUT, 512, 37); }},
    {"through shared memory and back, 4 warps an SM",
     [](const Pool &p) { write_then_read<<<SMS, 128>>>(p.c, 1024); }},
    {"down a heap of 22 levels, 8 warps an SM",
     [](const Pool &p) { descend<<<SMS, 256>>>(p.index, OUT, 22); },
     some_words},
    {"from atomic to atomic, one warp",
     [](const Pool &p) { count_on<<<1, 32>>>(OUT, 128); }},
    {"4 probes of 16 MiB, full",
     [](const Pool &p) {
         probe<<<SMS * 8, 256>>>(p.index, OUT, 4, 4 * MI - 1);
     },
     some_words},
    {"chain in L1, lanes apart, 8 warps an SM",
     [](const Pool &p) {
         lanes_apart<<<SMS, 256>>>(p.index, OUT, 512, 8, 2048);
     },
     ring_8k},
    {"12 probes of 2 MiB, 16 warps an SM",
     [](const Pool &p) {
         probe<<<SMS * 2, 256>>>(p.index, OUT, 12, MI / 2 - 1);
     },
     some_words, true},
    {"down a heap of 16 levels, full",
     [](const Pool &p) { descend<<<SMS * 16, 256>>>(p.index, OUT, 16); },
     some_words},
    {"two chains in DRAM, 4 warps an SM",
     [](const Pool &p) {
         two_at_once<<<SMS * 4, 32>>>(p.index, OUT, 128, 2 * MI);
     },
     ring_16m_sparse},
};
Family latency_family("latency", chains, 2);

// ---- gathers: 2 Mi of them

__global__ void gather4(const float4 *a, const uint32_t *index, float4 *c) {
    c[INDEX] = a[index[INDEX]];
}
__global__ void gather_two(const float *a, const float *b,
                           const uint32_t *index, float *c) {
    uint32_t at = index[INDEX];
    c[INDEX] = a[at] * b[at];
}
// a warp fetches a row of 64 floats
__global__ void rows_of(const float2 *a, const uint32_t *index, float2 *c) {
    uint32_t row = index[INDEX / 32];
    c[INDEX] = a[(size_t)row * 32 + threadIdx.x % 32];
}
__global__ void scatter2(const float2 *a, const uint32_t *index, float2 *c) {
    c[index[INDEX]] = a[INDEX];
}
__global__ void gather_bytes(const unsigned char *a, const uint32_t *index,
                             unsigned char *c) {
    c[INDEX] = a[index[INDEX]];
}
__global__ void permute(const float *a, const uint32_t *index, float *c) {
    c[INDEX] = a[index[INDEX / 8] * 8 + INDEX % 8];
}
template <int RANGE> void random_below(const Pool &p) {
    std::vector<uint32_t> v(2 * MI);
    Random r(RANGE);
    for (uint32_t &x : v)
        x = r.next() % RANGE;
    pool_index(p, v.data(), v.size());
}
const Variant gathers[] = {
    {"float4, random over 64 MiB",
     [](const Pool &p) { gather4<<<8192, 256>>>(A4, p.index, C4); },
     random_below<4 * MI>},
    {"of two tables, random over 16 MiB each",
     [](const Pool &p) { gather_two<<<8192, 256>>>(p.a, p.b, p.index, p.c); },
     random_below<4 * MI>},
    {"rows of 64 floats, a warp a row, 64 MiB",
     [](const Pool &p) {
         rows_of<<<16384, 256>>>((const float2 *)p.a, p.index, (float2 *)p.c);
     },
     random_below<262144>},
    {"scatter of float2, random over 2 MiB",
     [](const Pool &p) {
         scatter2<<<4096, 256>>>((const float2 *)p.a, p.index, (float2 *)p.c);
     },
     random_below<262144>},
    {"bytes, random over 256 KiB",
     [](const Pool &p) {
         gather_bytes<<<8192, 256>>>((const unsigned char *)p.a, p.index,
                                     (unsigned char *)p.c);
     },
     random_below<262144>},
    {"8 floats in a row, random over 128 MiB",
     [](const Pool &p) { permute<<<32768, 256>>>(p.a, p.index, p.c); },
     random_below<4 * MI>},
};
Family gather_family("gather", gathers, 2);

} // namespace
