// Third set: streams through DRAM, few threads, strides.
#include "../variants.h"

#include <cuda_fp16.h>

namespace {

#define F2(x)    ((float2 *)p.x)
#define F4(x)    ((float4 *)p.x)
#define BYTES(x) ((unsigned char *)p.x)

// ---- streams

__global__ void threshold_byte(const unsigned char *a, unsigned char *c,
                               unsigned char at) {
    c[INDEX] = a[INDEX] > at ? 255 : 0;
}
__global__ void threshold_16(const uint4 *a, uint4 *c, unsigned at) {
    uint4 v = a[INDEX];
    c[INDEX] = make_uint4(__vcmpgtu4(v.x, at), __vcmpgtu4(v.y, at),
                          __vcmpgtu4(v.z, at), __vcmpgtu4(v.w, at));
}
__global__ void brighten(const uchar4 *a, uchar4 *c, int by) {
    uchar4 v = a[INDEX];
    c[INDEX] = make_uchar4(min(v.x + by, 255), min(v.y + by, 255),
                           min(v.z + by, 255), v.w);
}
__global__ void to_halves(const float2 *a, __half2 *c) {
    c[INDEX] = __float22half2_rn(a[INDEX]);
}
__global__ void to_floats(const uint4 *a, float4 *c) {
    uint4 v = a[INDEX];
    const __half2 *h = (const __half2 *)&v;
    float2 x = __half22float2(h[0]), y = __half22float2(h[1]);
    float2 z = __half22float2(h[2]), w = __half22float2(h[3]);
    c[INDEX * 2] = make_float4(x.x, x.y, y.x, y.y);
    c[INDEX * 2 + 1] = make_float4(z.x, z.y, w.x, w.y);
}
__global__ void complex_pairs(const float2 *a, const float2 *b, float2 *c) {
    float2 x = a[INDEX], y = b[INDEX];
    c[INDEX] = make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
__global__ void complex_planes(const float *a, const float *b, float *c,
                               int n) {
    float xr = a[INDEX], xi = a[INDEX + n], yr = b[INDEX], yi = b[INDEX + n];
    c[INDEX] = xr * yr - xi * yi;
    c[INDEX + n] = xr * yi + xi * yr;
}
__global__ void large_only(const float *a, float *c) {
    float v = a[INDEX];
    if (v > 3) c[INDEX] = v;
}
__global__ void copy_once(const float4 *a, float4 *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        __stcs(&c[i], __ldcs(&a[i]));
}
__global__ void zip(const float *a, const float *b, float2 *c) {
    c[INDEX] = make_float2(a[INDEX], b[INDEX]);
}
__global__ void mean_of_four(const float4 *a, float *c) {
    float4 v = a[INDEX];
    c[INDEX] = (v.x + v.y + v.z + v.w) * .25f;
}
__global__ void one_to_four(const float *a, float4 *c) {
    float v = a[INDEX];
    c[INDEX] = make_float4(v, v, v, v);
}
__global__ void frames(const float *a, float *c, int n) {
    c[INDEX] = (a[INDEX] + a[INDEX + n] + a[INDEX + 2 * n] + a[INDEX + 3 * n] +
                a[INDEX + 4 * n]) *
               .2f;
}
__global__ void add_longs(const longlong2 *a, const longlong2 *b,
                          longlong2 *c) {
    longlong2 x = a[INDEX], y = b[INDEX];
    c[INDEX] = make_longlong2(x.x + y.x, x.y - y.y);
}
__global__ void number(int4 *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = make_int4(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
}
const Variant streams[] = {
    {"threshold, a byte a thread, 16 MiB",
     [](const Pool &p) {
         threshold_byte<<<65536, 256>>>(BYTES(a), BYTES(c), 100);
     }},
    {"threshold, 16 bytes a thread, 16 MiB",
     [](const Pool &p) {
         threshold_16<<<4096, 256>>>((uint4 *)p.a, (uint4 *)p.c, 0x64646464);
     }},
    {"brighten, a point of 4 bytes a thread, 8 Mi",
     [](const Pool &p) {
         brighten<<<32768, 256>>>((uchar4 *)p.a, (uchar4 *)p.c, 40);
     }},
    {"floats to halves, 2 a thread, 16 Mi",
     [](const Pool &p) { to_halves<<<16384, 512>>>(F2(a), (__half2 *)p.c); }},
    {"halves to floats, 8 a thread, 24 Mi",
     [](const Pool &p) { to_floats<<<12288, 256>>>((uint4 *)p.a, F4(c)); }},
    {"complex products, pairs, 8 Mi",
     [](const Pool &p) { complex_pairs<<<32768, 256>>>(F2(a), F2(b), F2(c)); }},
    {"complex products, planes, 8 Mi",
     [](const Pool &p) {
         complex_planes<<<32768, 256>>>(p.a, p.b, p.c, 8 * MI);
     }},
    {"only what is above 3 written, 16 Mi",
     [](const Pool &p) { large_only<<<65536, 256>>>(p.a, p.c); }},
    {"copy, float4, read and written once, blocks of 512",
     [](const Pool &p) { copy_once<<<SMS * 4, 512>>>(F4(a), F4(c), 5 * MI); }},
    {"two arrays to one of pairs, 12 Mi",
     [](const Pool &p) { zip<<<98304, 128>>>(p.a, p.b, F2(c)); }},
    {"means of 4, 7 Mi",
     [](const Pool &p) { mean_of_four<<<28672, 256>>>(F4(a), p.c); }},
    {"each written 4 times, 6 Mi",
     [](const Pool &p) { one_to_four<<<24576, 256>>>(p.a, F4(c)); }},
    {"mean of 5 frames of 6 Mi",
     [](const Pool &p) { frames<<<12288, 512>>>(p.a, p.c, 6 * MI); }},
    {"64-bit integers, 2 a thread, 40 MiB each",
     [](const Pool &p) {
         add_longs<<<10240, 256>>>((longlong2 *)p.a, (longlong2 *)p.b,
                                   (longlong2 *)p.c);
     }},
    {"numbers written, int4, 100 MiB, blocks of 128",
     [](const Pool &p) {
         number<<<SMS * 16, 128>>>((int4 *)p.c, 25 * MI / 4);
     }},
};
Family stream_family("stream", streams, 3);

// ---- few threads

__global__ void shift_scale(const float *a, float *c) {
    c[INDEX] = a[INDEX] * 1.5f - 2;
}
// EACH floats a thread stay in registers until their mean is known
template <int EACH> __global__ void less_mean(const float *a, float *c) {
    size_t at = (size_t)blockIdx.x * blockDim.x * EACH + threadIdx.x;
    float v[EACH], sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += v[k] = a[at + k * blockDim.x];
    sum /= EACH;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        c[at + k * blockDim.x] = v[k] - sum;
}
// `words` floats of shared memory a block, turned round in there
__global__ void reversed(const float *a, float *c, int words) {
    extern __shared__ float room[];
    size_t at = (size_t)blockIdx.x * words;
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        room[i] = a[at + i];
    __syncthreads();
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        c[at + i] = room[words - 1 - i];
}
template <int BYTES> void reverse_by(const Pool &p) {
    cudaFuncSetAttribute(reversed, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         BYTES);
    reversed<<<8 * MI / (BYTES / 4), 256, BYTES>>>(p.a, p.c, BYTES / 4);
}
__global__ void distances(const double2 *a, double *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        double2 v = a[i];
        c[i] = sqrt(v.x * v.x + v.y * v.y + 1);
    }
}
template <int AT_ONCE>
__global__ void products4(const float4 *a, const float4 *b, float *c, int n) {
    float sum = 0;
    int step = gridDim.x * blockDim.x;
    for (int i = INDEX; i < n; i += step * AT_ONCE) {
        float4 v[AT_ONCE], w[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            v[k] = a[i + k * step];
            w[k] = b[i + k * step];
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            sum += v[k].x * w[k].x + v[k].y * w[k].y + v[k].z * w[k].z +
                   v[k].w * w[k].w;
    }
    c[INDEX] = sum;
}
const Variant few[] = {
    {"scale and shift, blocks of 32",
     [](const Pool &p) { shift_scale<<<262144, 32>>>(p.a, p.c); }},
    {"scale and shift, blocks of 768",
     [](const Pool &p) { shift_scale<<<11264, 768>>>(p.a, p.c); }},
    {"less the mean of 48 in registers, blocks of 512",
     [](const Pool &p) { less_mean<48><<<512, 512>>>(p.a, p.c); }},
    {"less the mean of 12 in registers, blocks of 512",
     [](const Pool &p) { less_mean<12><<<2048, 512>>>(p.a, p.c); }},
    {"reversed in 128 KiB of shared memory, blocks of 256", reverse_by<131072>},
    {"reversed in 16 KiB of shared memory, blocks of 256", reverse_by<16384>},
    {"distances in doubles, 2 warps an SM",
     [](const Pool &p) {
         distances<<<SMS, 64>>>((double2 *)p.a, (double *)p.c, MI / 2);
     }},
    {"dot, float4, one at a time, 8 warps an SM",
     [](const Pool &p) {
         products4<1><<<128, 256>>>(F4(a), F4(b), p.c, 2 * MI);
     }},
    {"dot, float4, 4 at a time, 8 warps an SM",
     [](const Pool &p) {
         products4<4><<<128, 256>>>(F4(a), F4(b), p.c, 2 * MI);
     }},
};
Family few_threads("occupancy", few, 3);

// ---- strides

struct Particle {
    float x, y, z, vx, vy, vz, mass, charge;
};
__global__ void move_structs(const Particle *a, Particle *c, float dt) {
    Particle v = a[INDEX];
    v.x += v.vx * dt;
    v.y += v.vy * dt;
    v.z += v.vz * dt;
    c[INDEX].x = v.x;
    c[INDEX].y = v.y;
    c[INDEX].z = v.z;
}
__global__ void move_arrays(const float *a, float *c, int n, float dt) {
    for (int k = 0; k < 3; k++)
        c[INDEX + k * n] = a[INDEX + k * n] + a[INDEX + (k + 3) * n] * dt;
}
__global__ void planes_by_byte(const unsigned char *a, unsigned char *c,
                               int n) {
    for (int k = 0; k < 3; k++)
        c[INDEX + k * n] = a[INDEX * 3 + k];
}
__global__ void planes_by_word(const uint3 *a, unsigned *c, int n) {
    uint3 v = a[INDEX]; // 4 points: RGBR GBRG BRGB
    c[INDEX] = __byte_perm(__byte_perm(v.x, v.y, 0x0630), v.z, 0x5210);
    c[INDEX + n / 4] = __byte_perm(__byte_perm(v.x, v.y, 0x0741), v.z, 0x6210);
    c[INDEX + n / 2] = __byte_perm(__byte_perm(v.x, v.y, 0x0052), v.z, 0x7410);
}
__global__ void from_next_line(const float4 *a, float4 *c) {
    c[INDEX] = a[INDEX + 3];
}
__global__ void butterfly(const float *a, float *c, int by) {
    c[INDEX] = a[INDEX] - a[INDEX ^ by];
}
__global__ void blocks_of_8(const float *a, float *c, int wide) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int tile = y / 8 * (wide / 8) + x / 8;
    c[tile * 64 + y % 8 * 8 + x % 8] = a[y * wide + x];
}
__global__ void diagonals(const float *a, float *c, int n) {
    c[blockIdx.y * n + INDEX] = a[INDEX * n + (INDEX + blockIdx.y) % n];
}
__global__ void every_third(const double *a, double *c) {
    c[INDEX * 3] = a[INDEX * 3];
}
// a matrix scaled by its columns or its rows: lanes go along or down
__global__ void scale_along(const float *a, float *c, int wide, int tall) {
    for (int y = 0; y < tall; y++)
        c[y * wide + INDEX] = a[y * wide + INDEX] * 2;
}
__global__ void scale_down(const float *a, float *c, int wide) {
    for (int x = 0; x < wide; x++)
        c[INDEX * wide + x] = a[INDEX * wide + x] * 2;
}
const Variant strides[] = {
    {"particles moved, structs of 32 bytes, 2 Mi",
     [](const Pool &p) {
         move_structs<<<8192, 256>>>((Particle *)p.a, (Particle *)p.c, .1f);
     }},
    {"particles moved, arrays, 2 Mi",
     [](const Pool &p) { move_arrays<<<8192, 256>>>(p.a, p.c, 2 * MI, .1f); }},
    {"colours to planes, byte by byte, 4 Mi",
     [](const Pool &p) {
         planes_by_byte<<<16384, 256>>>(BYTES(a), BYTES(c), 4 * MI);
     }},
    {"colours to planes, 4 points a thread, 4 Mi",
     [](const Pool &p) {
         planes_by_word<<<4096, 256>>>((uint3 *)p.a, (unsigned *)p.c, 4 * MI);
     }},
    {"float4, moved by 3 of them",
     [](const Pool &p) { from_next_line<<<16384, 256>>>(F4(a), F4(c)); }},
    {"less the one 64 Ki away, 8 Mi",
     [](const Pool &p) { butterfly<<<32768, 256>>>(p.a, p.c, 65536); }},
    {"8 x 8 blocks put together, 4096 x 2048",
     [](const Pool &p) {
         blocks_of_8<<<dim3(128, 256), dim3(32, 8)>>>(p.a, p.c, 4096);
     }},
    {"160 diagonals of 4096 x 4096",
     [](const Pool &p) { diagonals<<<dim3(16, 160), 256>>>(p.a, p.c, 4096); }},
    {"doubles, every 3rd to every 3rd",
     [](const Pool &p) {
         every_third<<<16384, 256>>>((double *)p.a, (double *)p.c);
     }},
    {"4 Mi scaled, lanes along rows of 64 Ki",
     [](const Pool &p) { scale_along<<<512, 128>>>(p.a, p.c, 65536, 64); }},
    {"4 Mi scaled, lanes down 64 Ki rows of 64",
     [](const Pool &p) { scale_down<<<512, 128>>>(p.a, p.c, 64); }},
};
Family strided("stride", strides, 3);

} // namespace
