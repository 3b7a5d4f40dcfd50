// Shared memory: bank conflicts, transposes, barriers, shuffles; and atomics,
// histograms.
#include "variants.h"

#include <vector>

// ---- banks: the same loop, another distance between neighbours

template <typename T>
__global__ void load_banks(float *c, int stride, int times) {
    extern __shared__ float4 room[];
    T *s = (T *)room;
    int n = 32768 / sizeof(T), at = threadIdx.x * stride;
    for (int i = threadIdx.x; i < 8192; i += blockDim.x)
        ((float *)room)[i] = i;
    __syncthreads();
    float sum = 0;
#pragma unroll 8
    for (int i = 0; i < times; i++) {
        T v = s[(at + i * 32) & (n - 1)];
        sum += *(float *)&v;
    }
    if (sum == 123456.0f) c[0] = sum;
}
__global__ void store_banks(float *c, int stride, int times) {
    extern __shared__ float4 room[];
    volatile float *s = (volatile float *)room;
    int at = threadIdx.x * stride;
#pragma unroll 8
    for (int i = 0; i < times; i++)
        s[(at + i * 32) & 8191] = i;
    __syncthreads();
    if (s[threadIdx.x] == 123456.0f) c[0] = 1;
}
template <typename T, int STRIDE> static void banks(const Pool &p) {
    load_banks<T><<<SMS * 4, 256, 32768>>>(p.c, STRIDE, 256);
}
template <int STRIDE> static void bank_stores(const Pool &p) {
    store_banks<<<SMS * 4, 256, 32768>>>(p.c, STRIDE, 256);
}
static const Variant bank_list[] = {
    {"loads 1 apart", banks<float, 1>},
    {"loads 2 apart", banks<float, 2>},
    {"loads 3 apart", banks<float, 3>},
    {"loads 4 apart", banks<float, 4>},
    {"loads 8 apart", banks<float, 8>},
    {"loads 16 apart", banks<float, 16>},
    {"loads 32 apart", banks<float, 32>},
    {"loads of one word", banks<float, 0>},
    {"loads of float2", banks<float2, 1>},
    {"loads of float4", banks<float4, 1>},
    {"stores 1 apart", bank_stores<1>},
    {"stores 2 apart", bank_stores<2>},
    {"stores 8 apart", bank_stores<8>},
    {"stores 32 apart", bank_stores<32>},
};
static Family bank_family("banks", bank_list);

// ---- transposes of 4096 x 4096 floats

constexpr int SIDE = 4096;

__global__ void transpose_reads(const float *a, float *c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    c[x * SIDE + y] = a[y * SIDE + x];
}
__global__ void transpose_writes(const float *a, float *c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    c[y * SIDE + x] = a[x * SIDE + y];
}
template <int TILE, int ROWS, int PAD>
__global__ void transpose_tile(const float *a, float *c) {
    __shared__ float t[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        t[threadIdx.y + i][threadIdx.x] = a[(y + i) * SIDE + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        c[(y + i) * SIDE + x] = t[threadIdx.x][threadIdx.y + i];
}
__global__ void transpose_swizzled(const float *a, float *c) {
    __shared__ float t[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) {
        int row = threadIdx.y + i;
        t[row][threadIdx.x ^ row] = a[(y + i) * SIDE + x];
    }
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) {
        int col = threadIdx.y + i;
        c[(y + i) * SIDE + x] = t[threadIdx.x][col ^ threadIdx.x];
    }
}
template <int TILE, int ROWS, int PAD> static void tiles(const Pool &p) {
    transpose_tile<TILE, ROWS, PAD>
        <<<dim3(SIDE / TILE, SIDE / TILE), dim3(TILE, ROWS)>>>(p.a, p.c);
}
static const Variant transposes[] = {
    {"naive, reads in a row, 32 x 8",
     [](const Pool &p) {
         transpose_reads<<<dim3(SIDE / 32, SIDE / 8), dim3(32, 8)>>>(p.a, p.c);
     }},
    {"naive, writes in a row, 32 x 8",
     [](const Pool &p) {
         transpose_writes<<<dim3(SIDE / 32, SIDE / 8), dim3(32, 8)>>>(p.a, p.c);
     }},
    {"naive, reads in a row, 16 x 16",
     [](const Pool &p) {
         transpose_reads<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(p.a,
                                                                       p.c);
     }},
    {"naive, writes in a row, 16 x 16",
     [](const Pool &p) {
         transpose_writes<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(p.a,
                                                                        p.c);
     }},
    {"tile of 32, conflicts", tiles<32, 8, 0>},
    {"tile of 32, padded", tiles<32, 8, 1>},
    {"tile of 16, conflicts", tiles<16, 16, 0>},
    {"tile of 16, padded", tiles<16, 16, 1>},
    {"tile of 32, 32 rows at once, padded", tiles<32, 32, 1>},
    {"tile of 32, swizzled",
     [](const Pool &p) {
         transpose_swizzled<<<dim3(SIDE / 32, SIDE / 32), dim3(32, 8)>>>(p.a,
                                                                         p.c);
     }},
};
static Family transpose_family("transpose", transposes);

// ---- waiting for each other

__global__ void barriers(float *c, int times) {
    __shared__ float s[1024];
    float v = threadIdx.x;
    for (int i = 0; i < times; i++) {
        s[threadIdx.x] = v;
        __syncthreads();
        v = s[threadIdx.x ^ 32] + 1;
        __syncthreads();
    }
    c[INDEX] = v;
}
__global__ void shuffles(float *c, int times) {
    float v = threadIdx.x;
    for (int i = 0; i < times; i++)
        v += __shfl_xor_sync(~0u, v, 1 + (i & 15));
    c[INDEX] = v;
}
__global__ void votes(float *c, int times) {
    unsigned v = threadIdx.x;
    for (int i = 0; i < times; i++)
        v += __ballot_sync(~0u, (v >> (i & 7)) & 1) & 0xff;
    c[INDEX] = v;
}
static const Variant waits[] = {
    {"256 barriers, blocks of 1024",
     [](const Pool &p) { barriers<<<SMS * 2, 1024>>>(p.c, 128); }},
    {"256 barriers, blocks of 256",
     [](const Pool &p) { barriers<<<SMS * 8, 256>>>(p.c, 128); }},
    {"256 barriers, a block of 256 an SM",
     [](const Pool &p) { barriers<<<SMS, 256>>>(p.c, 128); }},
    {"256 barriers, a block of 64 an SM",
     [](const Pool &p) { barriers<<<SMS, 64>>>(p.c, 128); }},
    {"512 shuffles, 64 warps an SM",
     [](const Pool &p) { shuffles<<<SMS * 8, 256>>>(p.c, 512); }},
    {"512 shuffles, 4 warps an SM",
     [](const Pool &p) { shuffles<<<SMS, 128>>>(p.c, 512); }},
    {"512 votes, 64 warps an SM",
     [](const Pool &p) { votes<<<SMS * 8, 256>>>(p.c, 512); }},
    {"512 votes, 4 warps an SM",
     [](const Pool &p) { votes<<<SMS, 128>>>(p.c, 512); }},
};
static Family wait_family("waiting", waits);

// ---- atomics: 1 Mi of them, if not said otherwise

__global__ void add_to(unsigned *c, unsigned mask, unsigned apart) {
    atomicAdd(&c[(INDEX & mask) * apart], INDEX & 7);
}
__global__ void add_float(float *c, const uint32_t *index) {
    atomicAdd(&c[index[INDEX]], 1.0f);
}
__global__ void add_hashed(unsigned *c, unsigned mask) {
    unsigned h = INDEX * 2654435761u;
    atomicAdd(&c[(h >> 8) & mask], h & 7);
}
__global__ void take_number(unsigned *c, unsigned *out) {
    out[INDEX] = atomicAdd(c, INDEX & 3);
}
__global__ void greatest(unsigned *c, const uint32_t *index) {
    atomicMax(c, index[INDEX]);
}
__global__ void swap_until(unsigned *c) {
    unsigned *at = &c[(INDEX >> 5) & 4095], old = *at, was;
    do {
        was = old;
        old = atomicCAS(at, was, was + 1);
    } while (old != was);
}
__global__ void add_block(unsigned *c, unsigned mask, int times) {
    __shared__ unsigned s[1024];
    s[threadIdx.x & 1023] = 0;
    __syncthreads();
    unsigned h = INDEX * 2654435761u;
    for (int i = 0; i < times; i++) {
        atomicAdd(&s[(h >> 8) & mask], h & 7);
        h = h * 1664525u + 1013904223u;
    }
    __syncthreads();
    c[INDEX] = s[threadIdx.x];
}
__global__ void add_block_float(float *c, unsigned mask, int times) {
    __shared__ float s[1024];
    s[threadIdx.x & 1023] = 0;
    __syncthreads();
    unsigned h = INDEX * 2654435761u;
    for (int i = 0; i < times; i++) {
        atomicAdd(&s[(h >> 8) & mask], 1.0f);
        h = h * 1664525u + 1013904223u;
    }
    __syncthreads();
    c[INDEX] = s[threadIdx.x];
}
__global__ void add_block_own(unsigned *c, int times) {
    __shared__ unsigned s[1024];
    s[threadIdx.x & 1023] = 0;
    __syncthreads();
    for (int i = 0; i < times; i++)
        atomicAdd(&s[(threadIdx.x + i * 32) & 1023], INDEX & 7);
    __syncthreads();
    c[INDEX] = s[threadIdx.x];
}

static void random_words(const Pool &p) {
    std::vector<uint32_t> v(MI);
    Random r(5);
    for (uint32_t &x : v)
        x = r.next() % (4 * MI);
    pool_index(p, v.data(), v.size());
}

#define WORDS ((unsigned *)p.c)
#define ALL   MI / 256, 256
static const Variant atomics[] = {
    {"one counter", [](const Pool &p) { add_to<<<ALL>>>(WORDS, 0, 1); }},
    {"32 counters, a line",
     [](const Pool &p) { add_to<<<ALL>>>(WORDS, 31, 1); }},
    {"32 counters, a line each",
     [](const Pool &p) { add_to<<<ALL>>>(WORDS, 31, 32); }},
    {"1024 counters in a row",
     [](const Pool &p) { add_to<<<ALL>>>(WORDS, 1023, 1); }},
    {"a counter a thread",
     [](const Pool &p) { add_to<<<ALL>>>(WORDS, ~0u, 1); }},
    {"256 counters, hashed",
     [](const Pool &p) { add_hashed<<<ALL>>>(WORDS, 255); }},
    {"64 Ki counters, hashed",
     [](const Pool &p) { add_hashed<<<ALL>>>(WORDS, 65535); }},
    {"4 Mi floats, random",
     [](const Pool &p) { add_float<<<ALL>>>(p.c, p.index); }, random_words},
    {"numbers from one counter",
     [](const Pool &p) { take_number<<<ALL>>>(WORDS, WORDS + 1024); }},
    {"greatest of all",
     [](const Pool &p) { greatest<<<ALL>>>(WORDS, p.index); }, random_words},
    {"compare and swap, lanes of a warp on one word",
     [](const Pool &p) { swap_until<<<256, 256>>>(WORDS); }},
    {"shared, one counter",
     [](const Pool &p) { add_block<<<SMS * 2, 1024>>>(WORDS, 0, 32); }},
    {"shared, 32 counters hashed",
     [](const Pool &p) { add_block<<<SMS * 2, 1024>>>(WORDS, 31, 32); }},
    {"shared, 1024 counters hashed",
     [](const Pool &p) { add_block<<<SMS * 2, 1024>>>(WORDS, 1023, 32); }},
    {"shared, a counter a thread",
     [](const Pool &p) { add_block_own<<<SMS * 2, 1024>>>(WORDS, 64); }},
    {"shared, 1024 floats hashed",
     [](const Pool &p) { add_block_float<<<SMS * 2, 1024>>>(p.c, 1023, 16); }},
    {"shared, 32 floats hashed",
     [](const Pool &p) { add_block_float<<<SMS * 2, 1024>>>(p.c, 31, 16); }},
};
static Family atomic_family("atomics", atomics);

// ---- histograms of 4 Mi bytes into 256 bins

constexpr int BYTES = 4 * MI;

__global__ void bins_global(const unsigned char *a, unsigned *bins) {
    atomicAdd(&bins[a[INDEX]], 1);
}
__global__ void bins_block(const unsigned char *a, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[a[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void bins_warp(const uchar4 *a, unsigned *bins, int n) {
    __shared__ unsigned s[8][256];
    unsigned *mine = s[threadIdx.x / 32];
    for (int i = threadIdx.x; i < 2048; i += 256)
        (&s[0][0])[i] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        uchar4 v = a[i];
        atomicAdd(&mine[v.x], 1);
        atomicAdd(&mine[v.y], 1);
        atomicAdd(&mine[v.z], 1);
        atomicAdd(&mine[v.w], 1);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++)
        sum += s[w][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}
static void bytes_of(const Pool &p, bool skewed) {
    std::vector<uint32_t> v(BYTES / 4);
    Random r(7);
    for (uint32_t &x : v)
        x = skewed ? r.next() & r.next() & r.next() & r.next() & 0x1f1f1f1f
                   : r.next();
    pool_index(p, v.data(), v.size());
}
static void even_bytes(const Pool &p) {
    bytes_of(p, false);
}
static void skewed_bytes(const Pool &p) {
    bytes_of(p, true);
}

#define TEXT ((const unsigned char *)p.index)
static void global_bins(const Pool &p) {
    bins_global<<<BYTES / 256, 256>>>(TEXT, WORDS);
}
static void block_bins(const Pool &p) {
    bins_block<<<SMS * 8, 256>>>(TEXT, WORDS, BYTES);
}
static void warp_bins(const Pool &p) {
    bins_warp<<<SMS * 8, 256>>>((const uchar4 *)p.index, WORDS, BYTES / 4);
}
static const Variant histograms[] = {
    {"global bins", global_bins, even_bytes},
    {"global bins, skewed", global_bins, skewed_bytes},
    {"bins a block", block_bins, even_bytes},
    {"bins a warp, 4 bytes at a time", warp_bins, even_bytes},
    {"bins a block, skewed", block_bins, skewed_bytes},
    {"bins a warp, 4 bytes at a time, skewed", warp_bins, skewed_bytes},
};
static Family histogram_family("histogram", histograms);
