// Third set: what stays in L2 or L1, loads that wait for each other, gathers.
#include "../variants.h"

#include <cuda_fp16.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace {

#define A4  ((const float4 *)p.a)
#define C4  ((float4 *)p.c)
#define OUT ((uint32_t *)p.c)

// ---- caches

__constant__ float fixed[256] = {1, 2, 3, 4, 5, 6, 7, 8};

// a curve of 256 points, looked up again and again: three places for it
__global__ void curve_constant(const uint32_t *a, float *c, int times) {
    uint32_t w = a[INDEX];
    float sum = 0;
    for (int i = 0; i < times; i++, w = w * 5 + 1)
        sum += fixed[w >> 24];
    c[INDEX] = sum;
}
__global__ void curve_shared(const uint32_t *a, const float *from, float *c,
                             int times) {
    __shared__ float s[256];
    s[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    uint32_t w = a[INDEX];
    float sum = 0;
    for (int i = 0; i < times; i++, w = w * 5 + 1)
        sum += s[w >> 24];
    c[INDEX] = sum;
}
__global__ void curve_global(const uint32_t *a, const float *from, float *c,
                             int times) {
    uint32_t w = a[INDEX];
    float sum = 0;
    for (int i = 0; i < times; i++, w = w * 5 + 1)
        sum += __ldg(&from[w >> 24]);
    c[INDEX] = sum;
}
// all threads the same word of constant memory at a time
__global__ void taps(const float *a, float *c, int n) {
    float v = a[INDEX], sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * v + fixed[i];
    c[INDEX] = sum;
}
// 48 MiB go through L2 in pieces: each piece is read, then read again
__global__ void pieces(const float4 *a, float *c, int piece, int n) {
    float sum = 0;
    for (int from = 0; from < n; from += piece)
        for (int t = 0; t < 2; t++)
            for (int i = from + INDEX; i < from + piece;
                 i += gridDim.x * blockDim.x) {
                float4 v = a[i];
                sum += v.x * v.y + v.z * v.w;
            }
    c[INDEX] = sum;
}
// a block's neighbour begins half way through what the block reads
__global__ void overlapping(const float2 *a, float *c, int n) {
    const float2 *mine = a + (size_t)blockIdx.x * n / 2;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += mine[i].x - mine[i].y;
    c[INDEX] = sum;
}
__global__ void make_then_read(float4 *c, float *out, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = make_float4(i, 1, 2, 3);
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        sum += c[i].x;
    out[INDEX] = sum;
}
// matrix of n x n, a warp a column: neighbours share sectors if L1 keeps them
__global__ void down_columns(const float *a, float *c, int n, int rows) {
    float sum = 0;
    int lane = threadIdx.x % 32, col = INDEX / 32;
    for (int r = lane; r < rows; r += 32)
        sum += a[r * n + col];
    c[INDEX] = sum;
}
void random_words(const Pool &p) {
    std::vector<uint32_t> v(MI);
    Random r(81);
    for (uint32_t &x : v)
        x = r.next();
    pool_index(p, v.data(), v.size());
}
const Variant caches[] = {
    {"a curve in constant memory, any point",
     [](const Pool &p) { curve_constant<<<1024, 256>>>(p.index, p.c, 24); },
     random_words},
    {"a curve in shared memory, any point",
     [](const Pool &p) { curve_shared<<<1024, 256>>>(p.index, p.a, p.c, 24); },
     random_words},
    {"a curve in global memory, any point",
     [](const Pool &p) { curve_global<<<1024, 256>>>(p.index, p.a, p.c, 24); },
     random_words},
    {"taps in constant memory, all the same one",
     [](const Pool &p) { taps<<<2048, 256>>>(p.a, p.c, 64); }},
    {"48 MiB by pieces of 6 MiB, each twice",
     [](const Pool &p) {
         pieces<<<SMS * 8, 256>>>(A4, p.c, 3 * MI / 8, 3 * MI);
     }},
    {"overlapping halves of 32 KiB",
     [](const Pool &p) {
         overlapping<<<1024, 256>>>((const float2 *)p.a, p.c, 4096);
     }},
    {"10 MiB written, then read by the same threads",
     [](const Pool &p) {
         make_then_read<<<SMS * 8, 256>>>(C4, p.c + 8 * MI, 5 * MI / 8);
     },
     nullptr, true},
    {"columns of 1024 x 1024, a warp each",
     [](const Pool &p) { down_columns<<<256, 128>>>(p.a, p.c, 1024, 1024); },
     nullptr, true},
};
Family cache_family("cache", caches, 3);

// ---- loads that wait for each other

// lists of 24, each thread its own; a node is a word and where the next one is
__global__ void lists(const uint2 *nodes, uint32_t *out, unsigned mask) {
    uint32_t at = INDEX & mask, sum = 0;
    for (int i = 0; i < 24; i++) {
        uint2 node = nodes[at];
        sum += node.y;
        at = node.x;
    }
    out[INDEX] = sum;
}
__global__ void three_hops(const uint32_t *to, uint32_t *out) {
    out[INDEX] = to[to[to[INDEX]]];
}
// up to the root of a tree
__global__ void find_root(const uint32_t *parent, uint32_t *out) {
    uint32_t at = INDEX;
    while (parent[at] != at)
        at = parent[at];
    out[INDEX] = at;
}
// a search among 4096 sorted floats: kept in L2 and L1, or in shared memory
__device__ int search(const float *s, float v) {
    int low = 0;
#pragma unroll
    for (int d = 2048; d > 0; d /= 2)
        if (s[low + d] <= v) low += d;
    return low;
}
__global__ void search_global(const float *s, const float *a, int *c) {
    c[INDEX] = search(s, a[INDEX] * 1024);
}
__global__ void search_shared(const float *s, const float *a, int *c, int n) {
    extern __shared__ float mine[];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        mine[i] = s[i];
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = search(mine, a[i] * 1024);
}
// a load, a division to see where to go on, a load
__global__ void divide_and_go(const uint32_t *a, uint32_t *out, uint32_t by,
                              int steps) {
    uint32_t at = threadIdx.x + blockIdx.x * 64;
    for (int i = 0; i < steps; i++)
        at = (a[at] / by + i) & 65535;
    out[INDEX] = at;
}
// rounds of pointer jumping inside a block
__global__ void jump(const uint32_t *a, uint32_t *out, int rounds) {
    __shared__ uint32_t next[1024];
    next[threadIdx.x] = a[INDEX] & 1023;
    __syncthreads();
    for (int i = 0; i < rounds; i++) {
        uint32_t to = next[next[threadIdx.x]];
        __syncthreads();
        next[threadIdx.x] = to;
        __syncthreads();
    }
    out[INDEX] = next[threadIdx.x];
}
__global__ void one_lane_reads(const float *a, float *c, int steps) {
    float sum = 0;
    for (int i = 0; i < steps; i++) {
        float v = 0;
        if (threadIdx.x % 32 == 0) v = a[INDEX / 32 * steps + i + (sum < 0)];
        sum += __shfl_sync(~0u, v, 0);
    }
    c[INDEX] = sum;
}
void list_nodes(const Pool &p) { // 1 Mi nodes of 8 bytes
    std::vector<uint32_t> v(2 * MI);
    Random r(82);
    for (size_t i = 0; i < v.size(); i += 2) {
        v[i] = r.next() % MI;
        v[i + 1] = (uint32_t)i;
    }
    pool_index(p, v.data(), v.size());
}
void hops(const Pool &p) {
    std::vector<uint32_t> v(2 * MI);
    Random r(83);
    for (uint32_t &x : v)
        x = r.next() % (2 * MI);
    pool_index(p, v.data(), v.size());
}
void forest(const Pool &p) { // a parent is somewhere in the lower 3 quarters
    std::vector<uint32_t> v(2 * MI);
    Random r(84);
    for (uint32_t i = 0; i < v.size(); i++)
        v[i] = i < 16 ? i : r.next() % (i - i / 4);
    pool_index(p, v.data(), v.size());
}
void sorted_floats(const Pool &p) {
    std::vector<float> v(4096);
    for (int i = 0; i < 4096; i++)
        v[i] = (float)i;
    pool_index(p, (const uint32_t *)v.data(), v.size());
}
#define SORTED (const float *)p.index
const Variant chains[] = {
    {"lists of 24 in 8 MiB, 8 warps an SM",
     [](const Pool &p) {
         lists<<<SMS, 256>>>((const uint2 *)p.index, OUT, MI - 1);
     },
     list_nodes},
    {"lists of 24 in 8 MiB, full",
     [](const Pool &p) {
         lists<<<SMS * 8, 256>>>((const uint2 *)p.index, OUT, MI - 1);
     },
     list_nodes},
    {"three hops in 8 MiB, 2 Mi",
     [](const Pool &p) { three_hops<<<8192, 256>>>(p.index, OUT); }, hops},
    {"up to the root, 1 Mi",
     [](const Pool &p) { find_root<<<4096, 256>>>(p.index, OUT); }, forest},
    {"search of 4096 in global memory, 1 Mi",
     [](const Pool &p) {
         search_global<<<4096, 256>>>(SORTED, p.a, (int *)p.c);
     },
     sorted_floats},
    {"search of 4096 in shared memory, 1 Mi",
     [](const Pool &p) {
         search_shared<<<SMS * 4, 512, 16384>>>(SORTED, p.a, (int *)p.c, MI);
     },
     sorted_floats},
    {"load, divide, load in 256 KiB, 2 warps an SM",
     [](const Pool &p) { divide_and_go<<<SMS, 64>>>(p.index, OUT, 7, 256); },
     hops, true},
    {"jumps in shared memory, 10 rounds, 1 Mi",
     [](const Pool &p) { jump<<<1024, 1024>>>(p.index, OUT, 10); }, hops},
    {"one lane reads on, 16 warps an SM",
     [](const Pool &p) { one_lane_reads<<<SMS * 4, 128>>>(p.a, p.c, 128); }},
};
Family latency_family("latency", chains, 3);

// ---- gathers

// words of a language to 128 floats each: a warp a word
__global__ void embed(const float4 *table, const uint32_t *index, float4 *c) {
    c[INDEX] = table[(size_t)index[INDEX / 32] * 32 + threadIdx.x % 32];
}
// the mean of 8 rows of 64 floats
__global__ void bags(const float2 *table, const uint32_t *index, float2 *c) {
    float2 sum = make_float2(0, 0);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        float2 v =
            table[(size_t)index[INDEX / 32 * 8 + k] * 32 + threadIdx.x % 32];
        sum.x += v.x;
        sum.y += v.y;
    }
    c[INDEX] = make_float2(sum.x / 8, sum.y / 8);
}
__global__ void of_halves(const __half *a, const uint4 *index, float *c) {
    uint4 at = index[INDEX];
    c[INDEX] = __half2float(a[at.x]) + __half2float(a[at.y]) +
               __half2float(a[at.z]) + __half2float(a[at.w]);
}
__global__ void of_doubles(const double *a, const uint32_t *index, double *c) {
    c[INDEX] = a[index[INDEX]];
}
__global__ void move_to(const uint2 *a, const uint32_t *index, uint2 *c) {
    c[index[INDEX]] = a[INDEX];
}
__global__ void move_from(const uint2 *a, const uint32_t *index, uint2 *c) {
    c[INDEX] = a[index[INDEX]];
}
// an image turned by an angle, four points blended
__global__ void rotate(const float *a, float *c, int n, float sine,
                       float cosine) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = (x - n / 2) * cosine - (y - n / 2) * sine + n / 2;
    float v = (x - n / 2) * sine + (y - n / 2) * cosine + n / 2;
    int i = (int)floorf(u), j = (int)floorf(v);
    float s = u - i, t = v - j, out = 0;
    if (i >= 0 && j >= 0 && i < n - 1 && j < n - 1) {
        const float *m = a + j * n + i;
        float up = m[0] + s * (m[1] - m[0]);
        float down = m[n] + s * (m[n + 1] - m[n]);
        out = up + t * (down - up);
    }
    c[y * n + x] = out;
}
// each point of an image twice as wide and tall
__global__ void enlarge(const float *a, float *c, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    c[y * 2 * n + x] = a[y / 2 * n + x / 2];
}
void shuffled(const Pool &p) {
    std::vector<uint32_t> v(2 * MI);
    std::iota(v.begin(), v.end(), 0u);
    Random r(85);
    for (size_t i = v.size() - 1; i > 0; i--)
        std::swap(v[i], v[r.next() % (i + 1)]);
    pool_index(p, v.data(), v.size());
}
void random_to(const Pool &p, size_t n, uint32_t below, bool sorted) {
    std::vector<uint32_t> v(n);
    Random r(86);
    for (uint32_t &x : v)
        x = r.next() % below;
    if (sorted) std::sort(v.begin(), v.end());
    pool_index(p, v.data(), v.size());
}
const Variant gathers[] = {
    {"words to 128 floats, 32 Ki words of 50000",
     [](const Pool &p) { embed<<<4096, 256>>>(A4, p.index, C4); },
     [](const Pool &p) { random_to(p, 32768, 50000, false); }},
    {"means of 8 rows of 64 floats, of 100000",
     [](const Pool &p) {
         bags<<<2048, 256>>>((const float2 *)p.a, p.index, (float2 *)p.c);
     },
     [](const Pool &p) { random_to(p, 131072, 100000, false); }},
    {"halves, 4 a thread, random over 6 MiB",
     [](const Pool &p) {
         of_halves<<<2048, 256>>>((const __half *)p.a, (const uint4 *)p.index,
                                  p.c);
     },
     [](const Pool &p) { random_to(p, 2 * MI, 3 * MI, false); }},
    {"doubles in any order, over 100 MiB",
     [](const Pool &p) {
         of_doubles<<<8192, 256>>>((const double *)p.a, p.index, (double *)p.c);
     },
     [](const Pool &p) { random_to(p, 2 * MI, 12 * MI, false); }},
    {"doubles in order, over 100 MiB",
     [](const Pool &p) {
         of_doubles<<<8192, 256>>>((const double *)p.a, p.index, (double *)p.c);
     },
     [](const Pool &p) { random_to(p, 2 * MI, 12 * MI, true); }},
    {"shuffled, reads anywhere, uint2, 16 MiB",
     [](const Pool &p) {
         move_from<<<8192, 256>>>((const uint2 *)p.a, p.index, (uint2 *)p.c);
     },
     shuffled},
    {"shuffled, writes anywhere, uint2, 16 MiB",
     [](const Pool &p) {
         move_to<<<8192, 256>>>((const uint2 *)p.a, p.index, (uint2 *)p.c);
     },
     shuffled},
    {"an image turned by 30 degrees, 1536 x 1536",
     [](const Pool &p) {
         rotate<<<dim3(96, 96), dim3(16, 16)>>>(p.a, p.c, 1536, .5f, .8660254f);
     }},
    {"an image turned by 90 degrees, 128 x 2, 1536 x 1536",
     [](const Pool &p) {
         rotate<<<dim3(12, 768), dim3(128, 2)>>>(p.a, p.c, 1536, 1, 0);
     }},
    {"an image enlarged to 4096 x 2048",
     [](const Pool &p) {
         enlarge<<<dim3(64, 256), dim3(64, 8)>>>(p.a, p.c, 2048);
     }},
};
Family gather_family("gather", gathers, 3);

} // namespace
