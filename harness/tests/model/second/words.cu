// Second set: atomics, histograms, and banks of shared memory.
#include "../variants.h"

#include <vector>

namespace {

#define WORDS ((unsigned *)p.c)
using Long = unsigned long long;

__device__ unsigned mixed(unsigned i) {
    i *= 2654435761u;
    return i ^ i >> 15;
}

// ---- atomics

__global__ void add_apart(unsigned *c, unsigned mask, unsigned apart) {
    atomicAdd(&c[(mixed(INDEX) & mask) * apart], 1u);
}
__global__ void most_of(int *c, const uint32_t *index, unsigned mask) {
    uint32_t w = index[INDEX];
    atomicMax(&c[w & mask], (int)(w >> 4));
}
__global__ void add_longs(Long *c, unsigned mask) {
    atomicAdd(&c[mixed(INDEX) & mask], (Long)INDEX);
}
__global__ void add_doubles(double *c, unsigned mask) {
    atomicAdd(&c[mixed(INDEX) & mask], 1.5);
}
__global__ void empty_table(uint4 *c) {
    c[INDEX] = make_uint4(0, 0, 0, 0);
}
__global__ void insert(unsigned *table, unsigned mask) {
    unsigned key = mixed(INDEX) | 1, at = key * 2246822519u >> 7;
    for (int i = 0; i < 64; i++, at++) {
        unsigned was = atomicCAS(&table[at & mask], 0, key);
        if (was == 0 || was == key) return;
    }
}
__global__ void add_by_swapping(float *c, unsigned mask) {
    unsigned *at = (unsigned *)&c[mixed(INDEX) & mask], old = *at, was;
    do {
        was = old;
        old = atomicCAS(at, was, __float_as_uint(__uint_as_float(was) + 1));
    } while (old != was);
}
__global__ void one_a_warp(float *c, unsigned counters) {
    if (threadIdx.x % 32 == 0) atomicAdd(&c[INDEX / 32 % counters], 1.0f);
}
__global__ void places_of(unsigned *c, unsigned *out, unsigned mask) {
    out[INDEX] = atomicAdd(&c[mixed(INDEX) & mask], 1u);
}
__global__ void set_bits(unsigned *c, unsigned mask) {
    unsigned bit = mixed(INDEX) & mask;
    atomicOr(&c[bit / 32], 1u << bit % 32);
}
__global__ void exchange(unsigned *c, unsigned *out, unsigned mask) {
    out[INDEX] = atomicExch(&c[mixed(INDEX) & mask], INDEX);
}
__global__ void by_lane(float *c, unsigned words) {
    atomicAdd(&c[threadIdx.x % words], 1.0f);
}
template <typename V>
__global__ void block_adds(V *c, unsigned mask, int times) {
    __shared__ V s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    unsigned h = mixed(INDEX);
    for (int i = 0; i < times; i++) {
        atomicAdd(&s[h >> 9 & mask], (V)(h & 3));
        h = h * 1664525u + 1013904223u;
    }
    __syncthreads();
    c[INDEX] = s[threadIdx.x];
}
__global__ void block_most(int *c, unsigned mask, int times) {
    __shared__ int s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    unsigned h = mixed(INDEX);
    for (int i = 0; i < times; i++) {
        atomicMax(&s[h >> 9 & mask], (int)(h >> 20));
        h = h * 1664525u + 1013904223u;
    }
    __syncthreads();
    c[INDEX] = s[threadIdx.x];
}
__global__ void block_places(unsigned *c, unsigned mask, int times) {
    __shared__ unsigned s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    unsigned h = mixed(INDEX), sum = 0;
    for (int i = 0; i < times; i++) {
        sum += atomicAdd(&s[h >> 9 & mask], 1u);
        h = h * 1664525u + 1013904223u;
    }
    c[INDEX] = sum;
}
void any_words(const Pool &p) {
    std::vector<uint32_t> v(MI);
    Random r(21);
    for (uint32_t &x : v)
        x = r.next() >> 1;
    pool_index(p, v.data(), v.size());
}
#define ALL MI / 256, 256
const Variant atomics[] = {
    {"64 counters, hashed, a line each",
     [](const Pool &p) { add_apart<<<ALL>>>(WORDS, 63, 32); }},
    {"greatest of 16 Ki, random",
     [](const Pool &p) { most_of<<<ALL>>>((int *)p.c, p.index, 16383); },
     any_words},
    {"64-bit, hashed over 8 MiB",
     [](const Pool &p) { add_longs<<<ALL>>>((Long *)p.c, MI - 1); }},
    {"doubles, hashed over 64 KiB",
     [](const Pool &p) { add_doubles<<<ALL>>>((double *)p.c, 8191); }},
    {"emptied table of 4 MiB, then 512 Ki inserts",
     [](const Pool &p) {
         empty_table<<<1024, 256>>>((uint4 *)p.c);
         insert<<<2048, 256>>>(WORDS, MI - 1);
     }},
    {"float by compare and swap, hashed over 256 KiB",
     [](const Pool &p) { add_by_swapping<<<ALL>>>(p.c, 65535); }},
    {"one a warp, 512 counters",
     [](const Pool &p) { one_a_warp<<<16384, 256>>>(p.c, 512); }},
    {"one a warp, 4 counters",
     [](const Pool &p) { one_a_warp<<<2048, 256>>>(p.c, 4); }},
    {"places of 4096 counters, hashed",
     [](const Pool &p) { places_of<<<ALL>>>(WORDS, WORDS + MI, 4095); }},
    {"bits of a map of 128 KiB",
     [](const Pool &p) { set_bits<<<ALL>>>(WORDS, MI - 1); }},
    {"exchanges, hashed over 16 MiB",
     [](const Pool &p) {
         exchange<<<ALL>>>(WORDS, WORDS + 4 * MI, 4 * MI - 1);
     }},
    {"8 floats by lane", [](const Pool &p) { by_lane<<<512, 256>>>(p.c, 8); }},
    {"shared, 64-bit, 256 hashed",
     [](const Pool &p) {
         block_adds<Long><<<SMS * 4, 512>>>((Long *)p.c, 255, 16);
     }},
    {"shared, greatest of 64 hashed",
     [](const Pool &p) { block_most<<<SMS * 4, 512>>>((int *)p.c, 63, 32); }},
    {"shared, places of 128 hashed",
     [](const Pool &p) { block_places<<<SMS * 4, 256>>>(WORDS, 127, 48); }},
    {"shared, 256 floats hashed, 8 warps an SM",
     [](const Pool &p) { block_adds<float><<<SMS, 256>>>(p.c, 255, 32); }},
    {"shared, 16 counters hashed, blocks of 128",
     [](const Pool &p) {
         block_adds<unsigned><<<SMS * 8, 128>>>(WORDS, 15, 64);
     }},
    {"shared, doubles, 512 hashed",
     [](const Pool &p) {
         block_adds<double><<<SMS * 2, 512>>>((double *)p.c, 511, 16);
     }},
};
Family atomic_family("atomics", atomics, 2);

// ---- histograms

__global__ void bins_of_words(const float4 *a, unsigned *bins, int n) {
    __shared__ unsigned s[64];
    if (threadIdx.x < 64) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        atomicAdd(&s[(int)(v.x * 16) & 63], 1u);
        atomicAdd(&s[(int)(v.y * 16) & 63], 1u);
        atomicAdd(&s[(int)(v.z * 16) & 63], 1u);
        atomicAdd(&s[(int)(v.w * 16) & 63], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void bins_of_shorts(const ushort2 *a, unsigned *bins, int n) {
    extern __shared__ unsigned s[];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        ushort2 v = a[i];
        atomicAdd(&s[v.x & 4095], 1u);
        atomicAdd(&s[v.y & 4095], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        if (s[i]) atomicAdd(&bins[i], s[i]);
}
__global__ void bins_global(const uint32_t *a, unsigned *bins, unsigned mask) {
    atomicAdd(&bins[a[INDEX] & mask], 1u);
}
__global__ void bins_by_ballot(const uint32_t *a, unsigned *bins, int n) {
    unsigned lane = threadIdx.x % 32, mine = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        uint32_t w = a[i];
        unsigned x = __ballot_sync(~0u, w & 1), y = __ballot_sync(~0u, w & 2),
                 z = __ballot_sync(~0u, w & 4);
        unsigned of =
            (lane & 1 ? x : ~x) & (lane & 2 ? y : ~y) & (lane & 4 ? z : ~z);
        mine += __popc(of);
    }
    if (lane < 8) atomicAdd(&bins[lane], mine);
}
void bin_words(const Pool &p) {
    std::vector<uint32_t> v(4 * MI);
    Random r(31);
    for (uint32_t &x : v)
        x = r.next();
    pool_index(p, v.data(), v.size());
}
const Variant histograms[] = {
    {"64 bins of floats, blocks of 1024",
     [](const Pool &p) {
         bins_of_words<<<SMS * 2, 1024>>>((const float4 *)p.a, WORDS, MI);
     }},
    {"4096 bins of shorts, blocks of 512",
     [](const Pool &p) {
         bins_of_shorts<<<SMS * 4, 512, 16384>>>((const ushort2 *)p.index,
                                                 WORDS, 2 * MI);
     },
     bin_words},
    {"16 Ki bins in global memory, 2 Mi",
     [](const Pool &p) { bins_global<<<8192, 256>>>(p.index, WORDS, 16383); },
     bin_words},
    {"8 bins by ballots",
     [](const Pool &p) {
         bins_by_ballot<<<SMS * 4, 256>>>(p.index, WORDS, 4 * MI);
     },
     bin_words},
    {"64 bins of floats, blocks of 128",
     [](const Pool &p) {
         bins_of_words<<<SMS * 4, 128>>>((const float4 *)p.a, WORDS, MI / 2);
     }},
    {"1024 bins in global memory, 1 Mi",
     [](const Pool &p) { bins_global<<<4096, 256>>>(p.index, WORDS, 1023); },
     bin_words},
};
Family histogram_family("histogram", histograms, 2);

// ---- banks

template <typename T>
__global__ void read_banks(float *c, unsigned by, int times) {
    __shared__ T s[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        s[i] = (T)i;
    __syncthreads();
    T sum = 0;
#pragma unroll 4
    for (int i = 0; i < times; i++)
        sum += s[(threadIdx.x * by + i * 8) & 2047];
    c[INDEX] = (float)sum;
}
__global__ void write_banks4(float *c, unsigned by, int times) {
    __shared__ float4 s[1024];
#pragma unroll 4
    for (int i = 0; i < times; i++)
        s[(threadIdx.x * by + i * 16) & 1023] = make_float4(i, 1, 2, 3);
    __syncthreads();
    c[INDEX] = s[threadIdx.x].x;
}
__global__ void read_anywhere(float *c, int times) {
    __shared__ float s[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    unsigned h = mixed(INDEX);
    float sum = 0;
    for (int i = 0; i < times; i++) {
        sum += s[h >> 20];
        h = h * 1664525u + 1013904223u;
    }
    c[INDEX] = sum;
}
const Variant banks[] = {
    {"read, 6 apart",
     [](const Pool &p) { read_banks<float><<<SMS * 6, 256>>>(p.c, 6, 256); }},
    {"read anywhere, full",
     [](const Pool &p) { read_anywhere<<<SMS * 8, 256>>>(p.c, 96); }},
    {"read doubles, 3 apart",
     [](const Pool &p) { read_banks<double><<<SMS * 4, 256>>>(p.c, 3, 192); }},
    {"write float4, 2 apart",
     [](const Pool &p) { write_banks4<<<SMS * 4, 256>>>(p.c, 2, 128); }},
    {"read, 24 apart, 8 warps an SM",
     [](const Pool &p) { read_banks<float><<<SMS, 256>>>(p.c, 24, 512); }},
    {"read anywhere, 4 warps an SM",
     [](const Pool &p) { read_anywhere<<<SMS, 128>>>(p.c, 512); }},
};
Family bank_family("banks", banks, 2);

} // namespace
