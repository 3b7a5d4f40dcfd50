// Streams through DRAM: what is read, what is written, how wide, and with how
// many threads in flight. 128 MiB an array.
#include "variants.h"

constexpr int N = POOL_FLOATS;

template <typename T, int EACH>
__global__ void read_each(const T *a, float *c, int n) {
    int i = blockIdx.x * blockDim.x * EACH + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        T v = a[i + k * blockDim.x];
        const float *f = (const float *)&v;
#pragma unroll
        for (int j = 0; j < (int)(sizeof v / 4); j++)
            sum += f[j];
    }
    if (sum == 123456.0f) c[0] = sum;
}

template <typename T> __global__ void fill(T *c, T value, int n) {
    int i = INDEX;
    if (i < n) c[i] = value;
}

template <typename T> __global__ void copy(const T *a, T *c, int n) {
    int i = INDEX;
    if (i < n) c[i] = a[i];
}

template <typename T> __global__ void copy_grid(const T *a, T *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i];
}

__global__ void read_grid(const float *a, float *c, int n) {
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        sum += a[i];
    if (sum == 123456.0f) c[0] = sum;
}

__global__ void triad(const float *a, const float *b, float *c, int n) {
    int i = INDEX;
    if (i < n) c[i] = a[i] + 3 * b[i];
}

__global__ void triad_wide(const float4 *a, const float4 *b, float4 *c, int n) {
    int i = INDEX;
    if (i >= n) return;
    float4 x = a[i], y = b[i];
    c[i] =
        make_float4(x.x + 3 * y.x, x.y + 3 * y.y, x.z + 3 * y.z, x.w + 3 * y.w);
}

__global__ void triad_grid(const float *a, const float *b, float *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] + 3 * b[i];
}

__global__ void in_place(float *c, int n) {
    int i = INDEX;
    if (i < n) c[i] = 2 * c[i] + 1;
}

__global__ void narrow(const unsigned char *a, unsigned char *c, int n) {
    int i = INDEX;
    if (i < n) c[i] = (unsigned char)(a[i] + 1);
}

// Shared memory that leaves room for so many blocks on an SM.
static int room_for(int blocks) {
    return 227 * 1024 / blocks - 1280;
}

template <typename K> static void allow(K *kernel) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         227 * 1024);
}

#define F2(x) ((float2 *)p.x)
#define F4(x) ((float4 *)p.x)

static const Variant list[] = {
    {"read, a float a thread",
     [](const Pool &p) { read_each<float, 1><<<N / 256, 256>>>(p.a, p.c, N); }},
    {"read, 8 float4 a thread",
     [](const Pool &p) {
         read_each<float4, 8><<<N / 32 / 256, 256>>>(F4(a), p.c, N);
     }},
    {"read, 4 floats a thread",
     [](const Pool &p) {
         read_each<float, 4><<<N / 4 / 256, 256>>>(p.a, p.c, N);
     }},
    {"read, a float4 a thread",
     [](const Pool &p) {
         read_each<float4, 1><<<N / 4 / 256, 256>>>(F4(a), p.c, N);
     }},
    {"fill, a float a thread",
     [](const Pool &p) { fill<<<N / 256, 256>>>(p.c, 1.0f, N); }},
    {"fill, a float4 a thread",
     [](const Pool &p) {
         fill<<<N / 1024, 256>>>(F4(c), make_float4(1, 2, 3, 4), N / 4);
     }},
    {"copy, a float a thread",
     [](const Pool &p) { copy<<<N / 256, 256>>>(p.a, p.c, N); }},
    {"copy, a float2 a thread",
     [](const Pool &p) { copy<<<N / 512, 256>>>(F2(a), F2(c), N / 2); }},
    {"copy, a float4 a thread",
     [](const Pool &p) { copy<<<N / 1024, 256>>>(F4(a), F4(c), N / 4); }},
    {"copy, float4, grid-stride",
     [](const Pool &p) { copy_grid<<<SMS * 8, 256>>>(F4(a), F4(c), N / 4); }},
    {"copy, floats, grid-stride",
     [](const Pool &p) { copy_grid<<<SMS * 8, 256>>>(p.a, p.c, N); }},
    {"copy, blocks of 64",
     [](const Pool &p) { copy<<<N / 64, 64>>>(p.a, p.c, N); }},
    {"copy, blocks of 1024",
     [](const Pool &p) { copy<<<N / 1024, 1024>>>(p.a, p.c, N); }},
    {"triad, a float a thread",
     [](const Pool &p) { triad<<<N / 256, 256>>>(p.a, p.b, p.c, N); }},
    {"triad, a float4 a thread",
     [](const Pool &p) {
         triad_wide<<<N / 1024, 256>>>(F4(a), F4(b), F4(c), N / 4);
     }},
    {"in place, a float a thread",
     [](const Pool &p) { in_place<<<N / 256, 256>>>(p.c, N); }},
    {"bytes, a byte a thread",
     [](const Pool &p) {
         narrow<<<N / 256, 256>>>((unsigned char *)p.a, (unsigned char *)p.c,
                                  N);
     }},
    {"copy of 4 MiB, float4",
     [](const Pool &p) { copy<<<MI / 1024, 256>>>(F4(a), F4(c), MI / 4); }},
    {"copy of 16 MiB, a float a thread",
     [](const Pool &p) { copy<<<4 * MI / 256, 256>>>(p.a, p.c, 4 * MI); }},
    {"copy of 32 MiB, float4",
     [](const Pool &p) { copy<<<8 * MI / 1024, 256>>>(F4(a), F4(c), 2 * MI); }},
};
static Family family("stream", list);

// The same work by fewer threads: latency against bytes in flight.
template <int BLOCKS, int THREADS> static void copy_few(const Pool &p) {
    allow(copy_grid<float>);
    copy_grid<<<SMS * BLOCKS, THREADS, room_for(BLOCKS)>>>(p.a, p.c, N / 4);
}
template <int BLOCKS, int THREADS> static void copy_few_wide(const Pool &p) {
    allow(copy_grid<float4>);
    copy_grid<<<SMS * BLOCKS, THREADS, room_for(BLOCKS)>>>(F4(a), F4(c), N / 4);
}
template <int BLOCKS, int THREADS> static void read_few(const Pool &p) {
    allow(read_grid);
    read_grid<<<SMS * BLOCKS, THREADS, room_for(BLOCKS)>>>(p.a, p.c, N / 4);
}
template <int BLOCKS, int THREADS> static void triad_few(const Pool &p) {
    allow(triad_grid);
    triad_grid<<<SMS * BLOCKS, THREADS, room_for(BLOCKS)>>>(p.a, p.b, p.c,
                                                            N / 4);
}

static const Variant few[] = {
    {"copy, 4 warps an SM", copy_few<1, 128>},
    {"copy, 8 warps an SM", copy_few<1, 256>},
    {"copy, 16 warps an SM", copy_few<2, 256>},
    {"copy, 32 warps an SM", copy_few<4, 256>},
    {"copy, float4, 4 warps an SM", copy_few_wide<1, 128>},
    {"copy, float4, 8 warps an SM", copy_few_wide<2, 128>},
    {"copy, float4, 16 warps an SM", copy_few_wide<2, 256>},
    {"copy, float4, 32 warps an SM", copy_few_wide<2, 512>},
    {"read, 4 warps an SM", read_few<1, 128>},
    {"read, 8 warps an SM", read_few<1, 256>},
    {"read, 16 warps an SM", read_few<2, 256>},
    {"read, 32 warps an SM", read_few<4, 256>},
    {"triad, 8 warps an SM", triad_few<1, 256>},
    {"triad, 16 warps an SM", triad_few<2, 256>},
};
static Family few_threads("occupancy", few);

// ---- strides: a thread's neighbour works s floats further on

__global__ void read_stride(const float *a, float *c, int s, int n) {
    unsigned i = INDEX;
    float v = a[(size_t)i * s % n];
    if (v == 123456.0f) c[0] = v;
}
__global__ void write_stride(float *c, int s, int n) {
    unsigned i = INDEX;
    c[(size_t)i * s % n] = 1;
}
__global__ void copy_off(const float *a, float *c, int by, int n) {
    int i = INDEX;
    if (i + by < n) c[i] = a[i + by];
}
// every thread its own stretch of `each` floats
__global__ void own_stretch(const float *a, float *c, int each) {
    size_t i = (size_t)INDEX * each;
    float sum = 0;
    for (int k = 0; k < each; k++)
        sum += a[i + k];
    c[INDEX] = sum;
}
struct Body {
    float x, y, z, vx, vy, vz, m, q;
};
__global__ void one_field(const Body *a, float *c) {
    unsigned i = INDEX;
    c[i] = a[i].x + a[i].m;
}

template <int S> static void strided_read(const Pool &p) {
    read_stride<<<N / S / 256, 256>>>(p.a, p.c, S, N);
}
template <int S> static void strided_write(const Pool &p) {
    write_stride<<<N / S / 256, 256>>>(p.c, S, N);
}
template <int BY> static void shifted(const Pool &p) {
    copy_off<<<N / 2 / 256, 256>>>(p.a, p.c, BY, N / 2);
}
template <int EACH> static void stretch(const Pool &p) {
    own_stretch<<<N / EACH / 256, 256>>>(p.a, p.c, EACH);
}

static const Variant strides[] = {
    {"read every 2nd", strided_read<2>},
    {"read every 4th", strided_read<4>},
    {"read every 8th", strided_read<8>},
    {"read every 16th", strided_read<16>},
    {"read every 32nd", strided_read<32>},
    {"read every 64th", strided_read<64>},
    {"write every 2nd", strided_write<2>},
    {"write every 4th", strided_write<4>},
    {"write every 8th", strided_write<8>},
    {"write every 32nd", strided_write<32>},
    {"copy, shifted by 1", shifted<1>},
    {"copy, shifted by 8", shifted<8>},
    {"4 floats of its own", stretch<4>},
    {"16 floats of its own", stretch<16>},
    {"64 floats of its own", stretch<64>},
    {"two fields of 32 bytes",
     [](const Pool &p) {
         one_field<<<N / 8 / 256, 256>>>((const Body *)p.a, p.c);
     }},
};
static Family strided("stride", strides);
