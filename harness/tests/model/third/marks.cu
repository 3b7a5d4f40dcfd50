// Third set: atomics, histograms, and banks of shared memory.
#include "../variants.h"

#include <cuda_fp16.h>

#include <vector>

namespace {

#define WORDS ((unsigned *)p.c)
using Long = unsigned long long;

__device__ unsigned stirred(unsigned i) {
    i ^= i >> 16;
    i *= 0x7feb352du;
    return i ^ i >> 15;
}

// ---- atomics

// one sum: an atomic a thread; a warp's sum first
__global__ void sum_threads(const float *a, float *c) {
    atomicAdd(c, a[INDEX]);
}
__global__ void sum_warps(const float *a, float *c) {
    float v = a[INDEX];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) atomicAdd(c, v);
}
// what is above 3 goes to the end of a list: a place a thread, or for a warp
__global__ void empty_list(unsigned *n) {
    *n = 0;
}
__global__ void append_each(const float *a, float *c, unsigned *n) {
    float v = a[INDEX];
    if (v > 3) c[atomicAdd(n, 1u)] = v;
}
__global__ void append_warp(const float *a, float *c, unsigned *n) {
    float v = a[INDEX];
    unsigned votes = __ballot_sync(~0u, v > 3), lane = threadIdx.x % 32, at = 0;
    if (lane == 0) at = atomicAdd(n, __popc(votes));
    at = __shfl_sync(~0u, at, 0);
    if (v > 3) c[at + __popc(votes & ((1u << lane) - 1))] = v;
}
__global__ void append_block(const float *a, float *c, unsigned *n) {
    __shared__ unsigned kept, from;
    if (threadIdx.x == 0) kept = 0;
    __syncthreads();
    float v = a[INDEX];
    unsigned at = v > 3 ? atomicAdd(&kept, 1u) : 0;
    __syncthreads();
    if (threadIdx.x == 0) from = atomicAdd(n, kept);
    __syncthreads();
    if (v > 3) c[from + at] = v;
}
// the box around all points
__global__ void box(const float4 *a, int *c) {
    float4 v = a[INDEX];
    int x = (int)(v.x * 256), y = (int)(v.y * 256), z = (int)(v.z * 256);
    int low[3] = {__reduce_min_sync(~0u, x), __reduce_min_sync(~0u, y),
                  __reduce_min_sync(~0u, z)};
    int high[3] = {__reduce_max_sync(~0u, x), __reduce_max_sync(~0u, y),
                   __reduce_max_sync(~0u, z)};
    if (threadIdx.x % 32) return;
    for (int k = 0; k < 3; k++) {
        atomicMin(&c[k], low[k]);
        atomicMax(&c[k + 3], high[k]);
    }
}
__global__ void add_pairs(__half2 *c, unsigned mask) {
    atomicAdd(&c[stirred(INDEX) & mask], __floats2half2_rn(1, .5f));
}
__global__ void nothing_yet(Long *c) {
    c[INDEX] = 0;
}
__global__ void greatest_double(Long *c, unsigned mask) {
    unsigned h = stirred(INDEX);
    Long *at = &c[h & mask], old = *at, was;
    double v = h;
    do {
        was = old;
        if (__longlong_as_double(was) >= v) break;
        old = atomicCAS(at, was, (Long)__double_as_longlong(v));
    } while (old != was);
}
// the nearest surface at each point of 1024 x 1024: depth above, which below
__global__ void nearest(const uint32_t *a, Long *c) {
    uint32_t w = a[INDEX];
    unsigned x = (w + threadIdx.x % 8) & 1023, y = w >> 10 & 1023;
    atomicMin(&c[y * 1024 + x], (Long)(w >> 8) << 32 | INDEX);
}
// how many edges a node has: random nodes, few of them with many
__global__ void degrees(const uint32_t *a, unsigned *c) {
    atomicAdd(&c[a[INDEX]], 1u);
}
// a force on both ends of a spring
__global__ void springs(const uint32_t *a, float *c) {
    uint32_t from = a[INDEX], to = a[INDEX + 1];
    float f = (float)(from & 255) * .01f;
    atomicAdd(&c[from], f);
    atomicAdd(&c[to], -f);
}
// sums of a block on one word, or on a word a lane
template <int LANES> __global__ void block_word(const float *a, float *c) {
    __shared__ float s[LANES];
    if (threadIdx.x < LANES) s[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 4; k++)
        atomicAdd(&s[threadIdx.x % LANES],
                  a[(size_t)blockIdx.x * 1024 + k * 256 + threadIdx.x]);
    __syncthreads();
    float sum = 0;
    for (int w = 0; w < LANES; w++)
        sum += s[w];
    if (threadIdx.x == 0) c[blockIdx.x] = sum;
}
void skewed_nodes(const Pool &p) {
    std::vector<uint32_t> v(2 * MI);
    Random r(101);
    for (uint32_t &x : v) {
        uint32_t w = r.next();
        x = (w & 0xfffff) >> (w >> 20 & 15);
    }
    pool_index(p, v.data(), v.size());
}
void even_words(const Pool &p) {
    std::vector<uint32_t> v(4 * MI);
    Random r(102);
    for (uint32_t &x : v)
        x = r.next();
    pool_index(p, v.data(), v.size());
}
void near_nodes(const Pool &p) {
    std::vector<uint32_t> v(MI + 1);
    Random r(103);
    for (size_t i = 0; i < v.size(); i++)
        v[i] = (uint32_t)(i / 4 + r.next() % 64);
    pool_index(p, v.data(), v.size());
}
#define ALL 4096, 256
const Variant atomics[] = {
    {"one sum of 128 Ki, an atomic a thread",
     [](const Pool &p) { sum_threads<<<512, 256>>>(p.a, p.c); }},
    {"one sum of 128 Ki, an atomic a warp",
     [](const Pool &p) { sum_warps<<<512, 256>>>(p.a, p.c); }},
    {"above 3 to a list, a place a thread, 1 Mi",
     [](const Pool &p) {
         empty_list<<<1, 1>>>(WORDS + 8 * MI);
         append_each<<<ALL>>>(p.a, p.c, WORDS + 8 * MI);
     }},
    {"above 3 to a list, places a warp, 1 Mi",
     [](const Pool &p) {
         empty_list<<<1, 1>>>(WORDS + 8 * MI);
         append_warp<<<ALL>>>(p.a, p.c, WORDS + 8 * MI);
     }},
    {"above 3 to a list, places a block, 1 Mi",
     [](const Pool &p) {
         empty_list<<<1, 1>>>(WORDS + 8 * MI);
         append_block<<<ALL>>>(p.a, p.c, WORDS + 8 * MI);
     }},
    {"a box around 512 Ki points, 6 atomics a warp",
     [](const Pool &p) {
         box<<<2048, 256>>>((const float4 *)p.a, (int *)p.c);
     }},
    {"half2, over 64 KiB, 1 Mi",
     [](const Pool &p) { add_pairs<<<ALL>>>((__half2 *)p.c, 16383); }},
    {"greatest doubles by compare and swap, 4096 of them, 256 Ki",
     [](const Pool &p) {
         nothing_yet<<<16, 256>>>((Long *)p.c);
         greatest_double<<<1024, 256>>>((Long *)p.c, 4095);
     }},
    {"nearest of 2 Mi at 1 Mi points, 64-bit",
     [](const Pool &p) { nearest<<<8192, 256>>>(p.index, (Long *)p.c); },
     even_words},
    {"edges of skewed nodes, 2 Mi",
     [](const Pool &p) { degrees<<<8192, 256>>>(p.index, WORDS); },
     skewed_nodes},
    {"springs between near nodes, 1 Mi",
     [](const Pool &p) { springs<<<ALL>>>(p.index, p.c); }, near_nodes},
    {"shared, a block's sum on one word",
     [](const Pool &p) { block_word<1><<<2048, 256>>>(p.a, p.c); }},
    {"shared, a block's sum on a word a lane",
     [](const Pool &p) { block_word<32><<<2048, 256>>>(p.a, p.c); }},
};
Family atomic_family("atomics", atomics, 3);

// ---- histograms

__global__ void bytes_global(const uchar4 *a, unsigned *bins) {
    uchar4 v = a[INDEX];
    atomicAdd(&bins[v.x], 1u);
    atomicAdd(&bins[v.y], 1u);
    atomicAdd(&bins[v.z], 1u);
    atomicAdd(&bins[v.w], 1u);
}
__global__ void bytes_block(const uchar4 *a, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * 256) {
        uchar4 v = a[i];
        atomicAdd(&s[v.x], 1u);
        atomicAdd(&s[v.y], 1u);
        atomicAdd(&s[v.z], 1u);
        atomicAdd(&s[v.w], 1u);
    }
    __syncthreads();
    if (s[threadIdx.x]) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
// 64 bins of bytes, a column of them a thread: no atomics
__global__ void bins_thread(const unsigned *a, unsigned *bins, int each) {
    __shared__ unsigned char s[64][128];
    unsigned t = threadIdx.x, from = blockIdx.x * 128 * each;
    for (int i = 0; i < 64; i++)
        s[i][t] = 0;
    for (int i = 0; i < each; i++) {
        unsigned w = a[from + i * 128 + t];
        for (int k = 0; k < 32; k += 8)
            s[w >> k & 63][t]++;
    }
    __syncthreads();
    if (t >= 64) return;
    unsigned sum = 0;
    for (int i = 0; i < 128; i++)
        sum += s[t][(i + t) % 128];
    atomicAdd(&bins[t], sum);
}
// four copies of the bins, lanes take turns
__global__ void bins_copies(const uint2 *a, unsigned *bins, int n) {
    __shared__ unsigned s[4 * 1025];
    for (int i = threadIdx.x; i < 4 * 1025; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    unsigned *mine = s + threadIdx.x % 4 * 1025;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        uint2 v = a[i];
        atomicAdd(&mine[v.x >> 22], 1u);
        atomicAdd(&mine[v.y >> 22], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        atomicAdd(&bins[i], s[i] + s[i + 1025] + s[i + 2050] + s[i + 3075]);
}
// lanes that meet in a bin add up first
__global__ void bins_match(const unsigned *a, unsigned *bins, int n,
                           unsigned mask) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * 256) {
        unsigned bin = a[i] & mask;
        unsigned like = __match_any_sync(~0u, bin);
        if ((int)threadIdx.x % 32 == __ffs(like) - 1)
            atomicAdd(&s[bin], __popc(like));
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void bins_plain(const unsigned *a, unsigned *bins, int n,
                           unsigned mask) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * 256)
        atomicAdd(&s[a[i] & mask], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
// pairs of floats on a board of 64 x 64
__global__ void board(const float2 *a, unsigned *bins, int n) {
    __shared__ unsigned s[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float2 v = a[i];
        int x = min((int)(v.x * 16), 63), y = min((int)(v.y * 16), 63);
        atomicAdd(&s[y * 64 + x], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        atomicAdd(&bins[i], s[i]);
}
#define BYTES (const uchar4 *)p.index
const Variant histograms[] = {
    {"bytes, 4 a thread, global bins, 1 Mi",
     [](const Pool &p) { bytes_global<<<1024, 256>>>(BYTES, WORDS); },
     even_words},
    {"bytes, 4 a thread, bins a block, 1 Mi",
     [](const Pool &p) { bytes_block<<<SMS * 2, 256>>>(BYTES, WORDS, MI / 4); },
     even_words},
    {"64 bins a thread, without atomics, 8 Mi",
     [](const Pool &p) { bins_thread<<<512, 128>>>(p.index, WORDS, 32); },
     even_words},
    {"1024 bins, 4 copies a block, 4 Mi",
     [](const Pool &p) {
         bins_copies<<<SMS * 4, 512>>>((const uint2 *)p.index, WORDS, 2 * MI);
     },
     even_words},
    {"256 bins, a block's, lanes that meet first, 2 Mi",
     [](const Pool &p) {
         bins_match<<<SMS * 4, 256>>>(p.index, WORDS, 2 * MI, 255);
     },
     even_words},
    {"one bin of 256 only, a block's, lanes that meet first, 2 Mi",
     [](const Pool &p) {
         bins_match<<<SMS * 4, 256>>>(p.index, WORDS, 2 * MI, 0);
     },
     even_words},
    {"one bin of 256 only, a block's, an atomic each, 2 Mi",
     [](const Pool &p) {
         bins_plain<<<SMS * 4, 256>>>(p.index, WORDS, 2 * MI, 0);
     },
     even_words},
    {"a board of 64 x 64, 2 Mi pairs",
     [](const Pool &p) {
         board<<<SMS * 4, 512>>>((const float2 *)p.a, WORDS, 2 * MI);
     }},
};
Family histogram_family("histogram", histograms, 3);

} // namespace
