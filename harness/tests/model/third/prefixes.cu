// Third set: scans, and what is made of them.
#include "../variants.h"

#include <vector>

namespace {

#define WORDS(x) ((unsigned *)p.x)
#define SUMS     (WORDS(c) + 24 * MI)

struct Add {
    template <typename V> __device__ static V of(V x, V y) { return x + y; }
};
struct Greater {
    template <typename V> __device__ static V of(V x, V y) { return max(x, y); }
};
template <typename F, typename V> __device__ V over_lanes(V v) {
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        V w = __shfl_up_sync(~0u, v, d);
        if (threadIdx.x % 32 >= d) v = F::of(w, v);
    }
    return v;
}
// Every thread: F over all up to and with it. part: a word a warp.
template <typename F, typename V> __device__ V over_block(V v, V *part) {
    unsigned w = threadIdx.x / 32, lane = threadIdx.x % 32;
    v = over_lanes<F>(v);
    if (lane == 31) part[w] = v;
    __syncthreads();
    if (w == 0) {
        bool mine = lane < blockDim.x / 32;
        V sum = over_lanes<F>(mine ? part[lane] : V(0));
        if (mine) part[lane] = sum;
    }
    __syncthreads();
    return w ? F::of(part[w - 1], v) : v;
}

// one array, two barriers a step
__global__ void steps(const int *a, int *c) {
    __shared__ int s[1024];
    unsigned t = threadIdx.x;
    s[t] = a[INDEX] & 15;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    c[INDEX] = s[t];
}
__global__ void greatest_so_far(const float *a, float *c) {
    __shared__ float part[32];
    c[INDEX] = over_block<Greater>(a[INDEX], part);
}
// a thread's own words first, then over a tree that halves the block
template <int T> __global__ void tree_of_doubles(const double *a, double *c) {
    __shared__ double s[T];
    unsigned t = threadIdx.x;
    s[t] = a[INDEX];
    for (unsigned d = 1; d < T; d *= 2) {
        __syncthreads();
        unsigned i = (t + 1) * 2 * d - 1;
        if (i < T) s[i] += s[i - d];
    }
    for (unsigned d = T / 4; d > 0; d /= 2) {
        __syncthreads();
        unsigned i = (t + 1) * 2 * d - 1;
        if (i + d < T) s[i + d] += s[i];
    }
    __syncthreads();
    c[INDEX] = s[t];
}
__global__ void warps_of_doubles(const double *a, double *c) {
    __shared__ double part[32];
    c[INDEX] = over_block<Add>(a[INDEX], part);
}
// three launches: parts, what they come to, what is before each
__global__ void parts(const uint4 *a, uint4 *c, unsigned *sums) {
    __shared__ unsigned part[32];
    uint4 v = a[INDEX];
    v.x &= 7;
    v.y = (v.y & 7) + v.x;
    v.z = (v.z & 7) + v.y;
    v.w = (v.w & 7) + v.z;
    unsigned all = over_block<Add>(v.w, part), by = all - v.w;
    c[INDEX] = make_uint4(v.x + by, v.y + by, v.z + by, v.w + by);
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = all;
}
__global__ void sums_of_parts(unsigned *sums, int n) {
    __shared__ unsigned part[32];
    unsigned carry = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned v = sums[i], all = over_block<Add>(v, part) + carry;
        sums[i] = all - v;
        __syncthreads();
        carry += part[blockDim.x / 32 - 1];
        __syncthreads();
    }
}
__global__ void add_sums(uint4 *c, const unsigned *sums) {
    unsigned by = sums[blockIdx.x];
    uint4 v = c[INDEX];
    c[INDEX] = make_uint4(v.x + by, v.y + by, v.z + by, v.w + by);
}
// one launch: a block takes a number and waits for the block before
__global__ void forget(unsigned *words, int n) {
    if ((int)INDEX < n) words[INDEX] = 0;
}
__global__ void chained(const uint4 *a, uint4 *c, unsigned *ticket,
                        volatile unsigned long long *ready) {
    __shared__ unsigned part[32], number, before;
    if (threadIdx.x == 0) number = atomicAdd(ticket, 1);
    __syncthreads();
    size_t at = (size_t)number * blockDim.x + threadIdx.x;
    uint4 v = a[at];
    v.x &= 7;
    v.y = (v.y & 7) + v.x;
    v.z = (v.z & 7) + v.y;
    v.w = (v.w & 7) + v.z;
    unsigned all = over_block<Add>(v.w, part);
    if (threadIdx.x == blockDim.x - 1) {
        unsigned long long got = number ? 0 : 1ull << 32;
        while (!(got >> 32))
            got = ready[number - 1];
        before = (unsigned)got;
        ready[number] = 1ull << 32 | (before + all);
    }
    __syncthreads();
    unsigned by = before + all - v.w;
    c[at] = make_uint4(v.x + by, v.y + by, v.z + by, v.w + by);
}
// sums of all above and to the left: rows, then columns
__global__ void rows_alone(const float *a, float *c, int wide) {
    float sum = 0;
    for (int x = 0; x < wide; x++)
        c[(size_t)INDEX * wide + x] = sum += a[(size_t)INDEX * wide + x];
}
__global__ void rows_together(const float *a, float *c, int wide) {
    __shared__ float part[32];
    size_t at = (size_t)blockIdx.x * wide;
    float carry = 0;
    for (int x = threadIdx.x; x < wide; x += blockDim.x) {
        c[at + x] = over_block<Add>(a[at + x], part) + carry;
        __syncthreads();
        carry += part[blockDim.x / 32 - 1];
        __syncthreads();
    }
}
__global__ void columns(float *c, int wide, int tall) {
    float sum = 0;
    for (int y = 0; y < tall; y++)
        c[(size_t)y * wide + INDEX] = sum += c[(size_t)y * wide + INDEX];
}
// y = k * y + x along rows of 256: a thread a row; or pairs, scanned
__global__ void filter_alone(const float *a, float *c, float k) {
    float y = 0;
    for (int i = 0; i < 256; i++)
        c[(size_t)INDEX * 256 + i] = y = k * y + a[(size_t)INDEX * 256 + i];
}
__global__ void filter_warp(const float *a, float *c, float k) {
    size_t at = (size_t)(INDEX / 32) * 256 + threadIdx.x % 32;
    float carry = 0;
    int lane = threadIdx.x % 32;
    for (int i = 0; i < 256; i += 32) {
        float by = k, y = a[at + i];
#pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(~0u, by, d);
            float v = __shfl_up_sync(~0u, y, d);
            if (lane >= d) {
                y += by * v;
                by *= u;
            }
        }
        y += by * carry;
        carry = __shfl_sync(~0u, y, 31);
        c[at + i] = y;
    }
}
// how many set bytes come before each word of 4
__global__ void flags_before(const uchar4 *a, unsigned *c) {
    __shared__ unsigned part[32];
    uchar4 v = a[INDEX];
    unsigned n = (v.x & 1) + (v.y & 1) + (v.z & 1) + (v.w & 1);
    c[INDEX] = over_block<Add>(n, part) - n;
}
// a block sorts its 1024 words by 4 bits, bit by bit, keeping their order
__global__ void split_by_bits(const uint32_t *a, uint32_t *c, int bits) {
    __shared__ unsigned part[32];
    __shared__ uint32_t s[1024];
    unsigned t = threadIdx.x;
    uint32_t v = a[INDEX];
    for (int bit = 0; bit < bits; bit++) {
        unsigned one = v >> bit & 1, ones = over_block<Add>(one, part);
        unsigned zeros = 1024 - part[31];
        s[one ? zeros + ones - 1 : t - ones] = v;
        __syncthreads();
        v = s[t];
        __syncthreads();
    }
    c[INDEX] = v;
}
// runs of equal words become one word and how often: three launches
__device__ bool starts(const uint32_t *a, unsigned i) {
    return i == 0 || a[i] != a[i - 1];
}
__global__ void count_starts(const uint32_t *a, unsigned *sums) {
    unsigned n = __syncthreads_count(starts(a, INDEX));
    if (threadIdx.x == 0) sums[blockIdx.x] = n;
}
__global__ void place_starts(const uint32_t *a, const unsigned *sums,
                             uint32_t *words, unsigned *at) {
    __shared__ unsigned part[32];
    bool start = starts(a, INDEX);
    unsigned to = sums[blockIdx.x] + over_block<Add>(start ? 1u : 0u, part) - 1;
    if (!start) return;
    words[to] = a[INDEX];
    at[to] = INDEX;
}
void words_in_runs(const Pool &p) {
    std::vector<uint32_t> v(2 * MI);
    Random r(63);
    uint32_t word = 0;
    for (uint32_t &x : v)
        x = r.next() % 5 ? word : ++word;
    pool_index(p, v.data(), v.size());
}
void words_to_sort(const Pool &p) {
    std::vector<uint32_t> v(2 * MI);
    Random r(64);
    for (uint32_t &x : v)
        x = r.next();
    pool_index(p, v.data(), v.size());
}
#define FROM4 (const uint4 *)p.index, (uint4 *)p.c
const Variant scans[] = {
    {"step by step in one array, integers, blocks of 1024",
     [](const Pool &p) {
         steps<<<2048, 1024>>>((const int *)p.index, (int *)p.c);
     },
     words_to_sort},
    {"step by step in one array, integers, blocks of 64",
     [](const Pool &p) {
         steps<<<32768, 64>>>((const int *)p.index, (int *)p.c);
     },
     words_to_sort},
    {"greatest so far, blocks of 512, 6 Mi",
     [](const Pool &p) { greatest_so_far<<<12288, 512>>>(p.a, p.c); }},
    {"doubles, a tree, blocks of 512, 3 Mi",
     [](const Pool &p) {
         tree_of_doubles<512>
             <<<6144, 512>>>((const double *)p.a, (double *)p.c);
     }},
    {"doubles, warps, blocks of 512, 3 Mi",
     [](const Pool &p) {
         warps_of_doubles<<<6144, 512>>>((const double *)p.a, (double *)p.c);
     }},
    {"three launches, uint4, 2 Mi",
     [](const Pool &p) {
         parts<<<1024, 512>>>(FROM4, SUMS);
         sums_of_parts<<<1, 1024>>>(SUMS, 1024);
         add_sums<<<1024, 512>>>((uint4 *)p.c, SUMS);
     },
     words_to_sort},
    {"one launch, each block waits for the one before, 2 Mi",
     [](const Pool &p) {
         unsigned *ticket = WORDS(c) + 16 * MI;
         forget<<<9, 256>>>(ticket, 2064);
         chained<<<1024, 512>>>(FROM4, ticket,
                                (unsigned long long *)(ticket + 16));
     },
     words_to_sort},
    {"rows, a thread each, then columns, 512 x 512",
     [](const Pool &p) {
         rows_alone<<<16, 32>>>(p.a, p.c, 512);
         columns<<<16, 32>>>(p.c, 512, 512);
     }},
    {"rows, a block each, 2048 x 2048",
     [](const Pool &p) { rows_together<<<2048, 256>>>(p.a, p.c, 2048); }},
    {"a filter, a thread a row of 256",
     [](const Pool &p) { filter_alone<<<128, 128>>>(p.a, p.c, .9f); }},
    {"a filter, a warp a row of 256",
     [](const Pool &p) { filter_warp<<<2048, 256>>>(p.a, p.c, .9f); }},
    {"flags before, 4 bytes a thread, 12 Mi",
     [](const Pool &p) {
         flags_before<<<12288, 256>>>((const uchar4 *)p.a, WORDS(c));
     }},
    {"1024 words a block by 4 bits",
     [](const Pool &p) { split_by_bits<<<1024, 1024>>>(p.index, WORDS(c), 4); },
     words_to_sort},
    {"where runs begin, three launches, 2 Mi",
     [](const Pool &p) {
         count_starts<<<4096, 512>>>(p.index, SUMS);
         sums_of_parts<<<1, 1024>>>(SUMS, 4096);
         place_starts<<<4096, 512>>>(p.index, SUMS, WORDS(c),
                                     WORDS(c) + 4 * MI);
     },
     words_in_runs},
};
Family scan_family("scan", scans, 3);

} // namespace
