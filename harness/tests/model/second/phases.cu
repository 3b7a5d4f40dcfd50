// Second set: rows kept in registers, a block a row, and what ifs around loads
// cost; blocks that live for one load; sums of a block; values that go round a
// warp.
#include "../variants.h"

namespace {

__device__ float warp_total(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}
// all threads know the sum of a block's
__device__ float total(float v, float *part) {
    v = warp_total(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int i = 0; i < blockDim.x / 32; i++)
        v += part[i];
    return v;
}

// ITEMS words of T from each of IN arrays a thread, SUMS one after the other,
// OUT arrays; SCALED: by a vector that all rows share
template <int NT, int ITEMS, int IN, int OUT, int SUMS, bool SCALED>
__global__ void __launch_bounds__(NT)
    kept(const float *a, const float *b, const float *by, float *c, float *d) {
    __shared__ float part[2][NT / 32];
    size_t at = (size_t)blockIdx.x * NT * ITEMS + threadIdx.x;
    float v[ITEMS], w[ITEMS];
    float sum = 0;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        v[i] = a[at + i * NT];
        w[i] = IN > 1 ? b[at + i * NT] : 0;
        if (SCALED && IN > 1) w[i] *= by[i * NT + threadIdx.x];
    }
#pragma unroll
    for (int i = 0; i < ITEMS; i++)
        sum += v[i] * v[i] + w[i];
    float s = total(sum, part[0]) / (NT * ITEMS);
    if (SUMS > 1) {
        sum = 0;
#pragma unroll
        for (int i = 0; i < ITEMS; i++)
            v[i] -= s, sum += v[i] * v[i];
        s = total(sum, part[1]) / (NT * ITEMS);
    }
    s = rsqrtf(s + 1e-5f);
    if (OUT == 0) {
        if (threadIdx.x == 0) c[blockIdx.x] = s;
        return;
    }
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        c[at + i * NT] = v[i] * s * (SCALED ? by[i * NT + threadIdx.x] : 1);
        if (OUT > 1) d[at + i * NT] = w[i] * s + v[i];
    }
}

#define B4   ((const float4 *)p.b)
#define H(p) ((p) + 16 * MI)
#define KEPT(NT, ITEMS, IN, OUT, SUMS, SCALED)                                 \
    {                                                                          \
        "kept " #NT " x " #ITEMS ", in " #IN ", out " #OUT ", sums " #SUMS     \
        ", scaled " #SCALED,                                                   \
            [](const Pool &p) {                                                \
                kept<NT, ITEMS, IN, OUT, SUMS, SCALED>                         \
                    <<<16 * MI / (NT * ITEMS), NT>>>(p.a, H(p.a), p.b, p.c,    \
                                                     H(p.c));                  \
            }                                                                  \
    }

const Variant kepts[] = {
    KEPT(64, 4, 1, 1, 1, false),   KEPT(64, 16, 1, 1, 1, false),
    KEPT(64, 32, 2, 2, 1, true),   KEPT(64, 32, 1, 1, 2, false),
    KEPT(128, 4, 1, 1, 1, false),  KEPT(128, 8, 2, 1, 1, false),
    KEPT(128, 16, 1, 1, 2, true),  KEPT(128, 32, 2, 2, 1, true),
    KEPT(128, 32, 1, 0, 1, false), KEPT(128, 32, 2, 2, 1, false),
    KEPT(256, 2, 1, 1, 1, false),  KEPT(256, 4, 2, 2, 1, true),
    KEPT(256, 8, 1, 1, 1, false),  KEPT(256, 8, 1, 1, 2, true),
    KEPT(256, 16, 1, 1, 1, false), KEPT(256, 16, 2, 2, 1, false),
    KEPT(256, 16, 2, 2, 1, true),  KEPT(256, 16, 2, 1, 2, true),
    KEPT(256, 32, 1, 0, 1, false), KEPT(256, 32, 1, 1, 1, false),
    KEPT(256, 32, 2, 1, 1, false), KEPT(256, 32, 2, 2, 1, false),
    KEPT(256, 32, 2, 2, 1, true),  KEPT(256, 32, 1, 1, 2, true),
    KEPT(512, 2, 1, 1, 2, true),   KEPT(512, 4, 1, 1, 1, false),
    KEPT(512, 8, 1, 1, 1, false),  KEPT(512, 8, 1, 1, 2, true),
    KEPT(512, 8, 2, 2, 1, true),   KEPT(512, 16, 1, 1, 2, true),
    KEPT(512, 16, 2, 2, 1, true),  KEPT(512, 16, 1, 0, 1, false),
    KEPT(1024, 1, 1, 1, 1, false), KEPT(1024, 2, 1, 1, 2, true),
    KEPT(1024, 4, 1, 1, 1, false), KEPT(1024, 4, 1, 1, 2, true),
    KEPT(1024, 4, 2, 2, 1, true),  KEPT(1024, 8, 1, 1, 1, false),
    KEPT(1024, 8, 2, 2, 1, true),  KEPT(1024, 8, 1, 0, 1, false),
};
Family kepts_family("kepts", kepts, 2);

// ---- blocks that live for one load and one store

template <class T> __device__ T plus1(T v);
template <> __device__ unsigned char plus1(unsigned char v) {
    return v + 1;
}
template <> __device__ float plus1(float v) {
    return v + 1;
}
template <> __device__ float2 plus1(float2 v) {
    return make_float2(v.x + 1, v.y);
}
template <> __device__ float4 plus1(float4 v) {
    return make_float4(v.x + 1, v.y, v.z, v.w);
}
template <class T> __global__ void once(const T *a, T *c) {
    c[INDEX] = plus1(a[INDEX]);
}
template <class T> __global__ void both(const T *a, const T *b, T *c) {
    T v = a[INDEX], w = b[INDEX];
    v.x += w.x, v.y += w.y, v.z += w.z, v.w += w.w;
    c[INDEX] = v;
}
__global__ void both1(const float *a, const float *b, float *c) {
    c[INDEX] = a[INDEX] + b[INDEX];
}
template <class T> __global__ void set(T *c, T v) {
    c[INDEX] = v;
}
// rows of w words, with a distance between them
template <class T> __global__ void rows2d(const T *a, T *c, int w, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < w)
        c[(size_t)blockIdx.y * w + x] =
            plus1(a[(size_t)blockIdx.y * pitch + x]);
}
template <class T>
__global__ void square2d(const T *a, T *c, int w, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w) c[(size_t)y * w + x] = plus1(a[(size_t)y * pitch + x]);
}
#define ONCE(T, BLOCK, N)                                                      \
    {                                                                          \
        "copy " #T ", blocks of " #BLOCK ", " #N " Mi", [](const Pool &p) {    \
            once<T><<<N * MI / BLOCK, BLOCK>>>((const T *)p.a, (T *)p.c);      \
        }                                                                      \
    }
const Variant onces[] = {
    ONCE(float4, 32, 4),
    ONCE(float4, 64, 4),
    ONCE(float4, 128, 4),
    ONCE(float4, 256, 4),
    ONCE(float4, 512, 8),
    ONCE(float4, 1024, 8),
    ONCE(float2, 64, 8),
    ONCE(float2, 128, 8),
    ONCE(float2, 256, 8),
    ONCE(float2, 1024, 8),
    ONCE(float, 64, 8),
    ONCE(float, 128, 16),
    ONCE(float, 256, 16),
    ONCE(float, 512, 32),
    ONCE(float, 1024, 32),
    ONCE(unsigned char, 128, 16),
    ONCE(unsigned char, 256, 32),
    ONCE(unsigned char, 1024, 64),
    {"sum float4, blocks of 64, 4 Mi",
     [](const Pool &p) {
         both<float4>
             <<<4 * MI / 64, 64>>>((const float4 *)p.a, B4, (float4 *)p.c);
     }},
    {"sum float4, blocks of 128, 4 Mi",
     [](const Pool &p) {
         both<float4>
             <<<4 * MI / 128, 128>>>((const float4 *)p.a, B4, (float4 *)p.c);
     }},
    {"sum float4, blocks of 256, 8 Mi",
     [](const Pool &p) {
         both<float4>
             <<<8 * MI / 256, 256>>>((const float4 *)p.a, B4, (float4 *)p.c);
     }},
    {"sum, blocks of 128, 16 Mi",
     [](const Pool &p) { both1<<<16 * MI / 128, 128>>>(p.a, p.b, p.c); }},
    {"sum, blocks of 256, 32 Mi",
     [](const Pool &p) { both1<<<32 * MI / 256, 256>>>(p.a, p.b, p.c); }},
    {"sum, blocks of 1024, 32 Mi",
     [](const Pool &p) { both1<<<32 * MI / 1024, 1024>>>(p.a, p.b, p.c); }},
    {"set float4, blocks of 128, 8 Mi",
     [](const Pool &p) {
         set<<<8 * MI / 128, 128>>>((float4 *)p.c, float4{1, 2, 3, 4});
     }},
    {"set, blocks of 256, 32 Mi",
     [](const Pool &p) { set<<<32 * MI / 256, 256>>>(p.c, 1.f); }},
    {"set, blocks of 64, 8 Mi",
     [](const Pool &p) { set<<<8 * MI / 64, 64>>>(p.c, 1.f); }},
    {"rows of 1024 float4, pitched, blocks of 128",
     [](const Pool &p) {
         rows2d<float4><<<dim3(8, 8000), 128>>>((const float4 *)p.a,
                                                (float4 *)p.c, 1024, 1032);
     }},
    {"rows of 1024 float4, pitched, blocks of 256",
     [](const Pool &p) {
         rows2d<float4><<<dim3(4, 8000), 256>>>((const float4 *)p.a,
                                                (float4 *)p.c, 1024, 1032);
     }},
    {"rows of 4096, pitched, blocks of 128",
     [](const Pool &p) {
         rows2d<float><<<dim3(32, 4000), 128>>>(p.a, p.c, 4096, 4128);
     }},
    {"rows of 4096, pitched, blocks of 16 x 16",
     [](const Pool &p) {
         square2d<float>
             <<<dim3(256, 250), dim3(16, 16)>>>(p.a, p.c, 4096, 4128);
     }},
    {"rows of 4096, pitched, blocks of 32 x 8",
     [](const Pool &p) {
         square2d<float><<<dim3(128, 500), dim3(32, 8)>>>(p.a, p.c, 4096, 4128);
     }},
    {"rows of 16384 bytes, pitched, blocks of 32 x 8",
     [](const Pool &p) {
         square2d<unsigned char><<<dim3(512, 250), dim3(32, 8)>>>(
             (unsigned char *)p.a, (unsigned char *)p.c, 16384, 16512);
     }},
    {"rows of 16384 bytes, pitched, blocks of 256",
     [](const Pool &p) {
         rows2d<unsigned char><<<dim3(64, 2000), 256>>>(
             (unsigned char *)p.a, (unsigned char *)p.c, 16384, 16512);
     }},
};
Family onces_family("onces", onces, 2);

// ---- an if around each load, and a product in it

template <int NT, int MOST, bool BOTH>
__global__ void __launch_bounds__(NT)
    guarded(const float *__restrict__ a, const float *__restrict__ b,
            const float *__restrict__ by, float *__restrict__ c, int cols) {
    __shared__ float part[NT / 32];
    size_t row = (size_t)blockIdx.x * cols;
    float v[MOST], sum = 0;
#pragma unroll
    for (int i = 0; i < MOST; i++) {
        int at = i * NT + threadIdx.x;
        bool in = at < cols;
        v[i] = in ? a[row + at] * by[at] : 0;
        if (BOTH && in) v[i] += a[row + at] * b[row + at];
        sum += v[i] * v[i];
    }
    sum = rsqrtf(total(sum, part) / cols + 1e-5f);
#pragma unroll
    for (int i = 0; i < MOST; i++) {
        int at = i * NT + threadIdx.x;
        if (at < cols) c[row + at] = v[i] * sum;
    }
}
template <int NT, int MOST>
__global__ void __launch_bounds__(NT)
    only_loads(const float *__restrict__ a, float *__restrict__ c, int cols) {
    __shared__ float part[NT / 32];
    size_t row = (size_t)blockIdx.x * cols;
    float v[MOST], sum = 0;
#pragma unroll
    for (int i = 0; i < MOST; i++) {
        int at = i * NT + threadIdx.x;
        v[i] = at < cols ? a[row + at] : 0;
        sum += v[i] * v[i];
    }
    sum = rsqrtf(total(sum, part) / cols + 1e-5f);
#pragma unroll
    for (int i = 0; i < MOST; i++) {
        int at = i * NT + threadIdx.x;
        if (at < cols) c[row + at] = v[i] * sum;
    }
}
#define GUARDED(NT, MOST, BOTH, COLS)                                          \
    {                                                                          \
        "guarded " #NT " x " #MOST ", both " #BOTH ", rows of " #COLS,         \
            [](const Pool &p) {                                                \
                guarded<NT, MOST, BOTH>                                        \
                    <<<32 * MI / COLS, NT>>>(p.a, p.b, p.b + 8192, p.c, COLS); \
            }                                                                  \
    }
#define ONLY(NT, MOST, COLS)                                                   \
    {                                                                          \
        "guarded loads " #NT " x " #MOST ", rows of " #COLS,                   \
            [](const Pool &p) {                                                \
                only_loads<NT, MOST><<<32 * MI / COLS, NT>>>(p.a, p.c, COLS);  \
            }                                                                  \
    }
const Variant guards[] = {
    GUARDED(64, 16, false, 1024),
    GUARDED(64, 32, true, 1024),
    GUARDED(128, 8, false, 1024),
    GUARDED(128, 32, false, 4096),
    GUARDED(128, 32, true, 2048),
    GUARDED(256, 4, false, 1024),
    GUARDED(256, 16, false, 4096),
    GUARDED(256, 16, true, 4096),
    GUARDED(256, 32, true, 4096),
    GUARDED(256, 32, false, 8192),
    GUARDED(256, 32, false, 4096),
    GUARDED(512, 8, true, 4096),
    GUARDED(512, 16, false, 4096),
    GUARDED(1024, 8, true, 4096),
    GUARDED(1024, 4, false, 4096),
    GUARDED(1024, 8, false, 8192),
    ONLY(128, 32, 2048),
    ONLY(128, 32, 4096),
    ONLY(256, 8, 2048),
    ONLY(256, 16, 4096),
    ONLY(256, 32, 4096),
    ONLY(512, 8, 4096),
    ONLY(512, 16, 4096),
    ONLY(1024, 8, 8192),
};
Family guards_family("guards", guards, 2);

// ---- the sum of a block's elements, one each

template <int NT> __global__ void first_warp(const float *a, float *c) {
    __shared__ float cell[NT];
    int t = threadIdx.x;
    cell[t] = a[INDEX];
    __syncthreads();
    if (t >= 32) return;
    float s = 0;
#pragma unroll
    for (int k = 0; k < NT / 32; k++)
        s += cell[t + 32 * k];
    s = warp_total(s);
    if (t == 0) c[blockIdx.x] = s;
}
// the first warp by shared memory alone
template <int NT> __global__ void first_warp_cells(const float *a, float *c) {
    __shared__ float cell[NT];
    int t = threadIdx.x;
    cell[t] = a[INDEX];
    __syncthreads();
    if (t >= 32) return;
    float s = 0;
#pragma unroll
    for (int k = 0; k < NT / 32; k++)
        s += cell[t + 32 * k];
    cell[t] = s;
    __syncwarp();
#pragma unroll
    for (int d = 16; d > 0; d /= 2) {
        float other = cell[t ^ d];
        __syncwarp();
        cell[t] = s += other;
        __syncwarp();
    }
    if (t == 0) c[blockIdx.x] = s;
}
// every thread adds at every step, in turn from two arrays
template <int NT> __global__ void all_add(const float *a, float *c) {
    __shared__ float cell[2][NT];
    int t = threadIdx.x, which = 0;
    float mine = a[INDEX];
#pragma unroll
    for (int d = 1; d < NT; d *= 2, which ^= 1) {
        cell[which][t] = mine;
        __syncthreads();
        mine += cell[which][t ^ d];
    }
    if (t == 0) c[blockIdx.x] = mine;
}
// a tree of 4: a quarter of the threads is left after each step
template <int NT> __global__ void by_four(const float *a, float *c) {
    __shared__ float cell[NT];
    int t = threadIdx.x;
    cell[t] = a[INDEX];
    __syncthreads();
#pragma unroll
    for (int d = NT / 4; d > 0; d /= 4) {
        if (t < d) cell[t] += cell[t + d] + cell[t + 2 * d] + cell[t + 3 * d];
        __syncthreads();
    }
    if (t == 0) c[blockIdx.x] = cell[0];
}
// one thread adds what the warps have found
template <int NT> __global__ void one_adds(const float *a, float *c) {
    __shared__ float part[NT / 32];
    int t = threadIdx.x;
    float v = warp_total(a[INDEX]);
    if (t % 32 == 0) part[t / 32] = v;
    __syncthreads();
    if (t) return;
    for (int i = 1; i < NT / 32; i++)
        v += part[i];
    c[blockIdx.x] = v;
}
#define TREE(KERNEL, NT)                                                       \
    {                                                                          \
#KERNEL ", blocks of " #NT, [](const Pool &p) {                           \
         KERNEL<NT><<<(NT < 256 ? 16 : 32) * MI / NT, NT>>>(p.a, p.c);         \
     }    \
    }
const Variant trees[] = {
    TREE(first_warp, 128),       TREE(first_warp, 256),
    TREE(first_warp, 512),       TREE(first_warp, 1024),
    TREE(first_warp_cells, 128), TREE(first_warp_cells, 256),
    TREE(first_warp_cells, 512), TREE(first_warp_cells, 1024),
    TREE(all_add, 64),           TREE(all_add, 256),
    TREE(all_add, 1024),         TREE(by_four, 64),
    TREE(by_four, 256),          TREE(by_four, 1024),
    TREE(one_adds, 128),         TREE(one_adds, 256),
    TREE(one_adds, 512),         TREE(one_adds, 1024),
};
Family trees_family("trees", trees, 2);

// ---- values that go round a warp

template <int TAPS, int STEPS>
__global__ void taps_round(const float *a, const float *taps, float *c) {
    int lane = threadIdx.x & 31;
    size_t at = (size_t)(INDEX >> 5) * 32 * STEPS + lane;
    float tap = lane < TAPS ? taps[lane] : 0, lo = a[at];
    for (int s = 0; s < STEPS; s++, at += 32) {
        float hi = a[at + 32], sum = 0;
#pragma unroll
        for (int j = 0; j < TAPS; j++) {
            float t = __shfl_sync(~0u, tap, j);
            float x = __shfl_sync(~0u, lo, (lane + j) & 31);
            float y = __shfl_sync(~0u, hi, (lane + j) & 31);
            sum += t * (lane + j < 32 ? x : y);
        }
        c[at] = sum;
        lo = hi;
    }
}
template <int LANES> __global__ void hear_all(const float *a, float *c) {
    int lane = threadIdx.x & 31;
    float mine = a[INDEX], before = 0;
#pragma unroll
    for (int i = 0; i < LANES; i++) {
        float said = __shfl_sync(~0u, mine, i);
        before += i < lane ? said : 0;
    }
    c[INDEX] = before;
}
__global__ void scan_up(const float *a, float *c) {
    int lane = threadIdx.x & 31;
    float v = a[INDEX];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += u;
    }
    c[INDEX] = v;
}
const Variant rounds_of_warps[] = {
    {"3 taps, 8 steps",
     [](const Pool &p) {
         taps_round<3, 8><<<16 * MI / 1024, 128>>>(p.a, p.b, p.c);
     }},
    {"5 taps, 4 steps",
     [](const Pool &p) {
         taps_round<5, 4><<<16 * MI / 1024, 256>>>(p.a, p.b, p.c);
     }},
    {"9 taps, 8 steps",
     [](const Pool &p) {
         taps_round<9, 8><<<16 * MI / 1024, 128>>>(p.a, p.b, p.c);
     }},
    {"9 taps, 1 step",
     [](const Pool &p) {
         taps_round<9, 1><<<16 * MI / 256, 256>>>(p.a, p.b, p.c);
     }},
    {"17 taps, 16 steps",
     [](const Pool &p) {
         taps_round<17, 16><<<16 * MI / 4096, 256>>>(p.a, p.b, p.c);
     }},
    {"all hear 8 lanes, blocks of 128",
     [](const Pool &p) { hear_all<8><<<16 * MI / 128, 128>>>(p.a, p.c); }},
    {"all hear 16 lanes, blocks of 256",
     [](const Pool &p) { hear_all<16><<<16 * MI / 256, 256>>>(p.a, p.c); }},
    {"all hear 32 lanes, blocks of 128",
     [](const Pool &p) { hear_all<32><<<16 * MI / 128, 128>>>(p.a, p.c); }},
    {"all hear 32 lanes, blocks of 1024",
     [](const Pool &p) { hear_all<32><<<16 * MI / 1024, 1024>>>(p.a, p.c); }},
    {"a scan, blocks of 64",
     [](const Pool &p) { scan_up<<<16 * MI / 64, 64>>>(p.a, p.c); }},
    {"a scan, blocks of 256",
     [](const Pool &p) { scan_up<<<32 * MI / 256, 256>>>(p.a, p.c); }},
    {"a scan, blocks of 1024",
     [](const Pool &p) { scan_up<<<32 * MI / 1024, 1024>>>(p.a, p.c); }},
};
Family warps_family("warps", rounds_of_warps, 2);

} // namespace
