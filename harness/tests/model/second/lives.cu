// Blocks that live for one element, for a few, or for the whole launch: 64 MiB
// an array, by blocks of 64 to 1024.
#include "../variants.h"

namespace {

constexpr int N = 16 * MI;

__global__ void saxpy1(const float *a, float *c, int n) {
    int i = INDEX;
    if (i < n) c[i] = 2 * a[i] + c[i];
}
__global__ void saxpyg(const float *a, float *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = 2 * a[i] + c[i];
}
__global__ void saxpy4(const float4 *a, float4 *c, int n) {
    int i = INDEX;
    if (i < n) {
        float4 x = a[i], y = c[i];
        y.x += 2 * x.x;
        y.y += 2 * x.y;
        y.z += 2 * x.z;
        y.w += 2 * x.w;
        c[i] = y;
    }
}
template <int E> __global__ void saxpyE(const float *a, float *c, int n) {
    int i = blockIdx.x * blockDim.x * E + threadIdx.x;
    float x[E], y[E];
#pragma unroll
    for (int k = 0; k < E; k++)
        x[k] = a[i + k * blockDim.x], y[k] = c[i + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < E; k++)
        c[i + k * blockDim.x] = 2 * x[k] + y[k];
}
__global__ void copy1(const float *a, float *c, int n) {
    int i = INDEX;
    if (i < n) c[i] = a[i];
}
__global__ void copy4(const float4 *a, float4 *c, int n) {
    int i = INDEX;
    if (i < n) c[i] = a[i];
}
__global__ void read1(const float *a, float *c, int n) {
    int i = INDEX;
    float v = i < n ? a[i] : 0;
    if (v == 12345.f) c[0] = v;
}
__global__ void read4(const float4 *a, float *c, int n) {
    int i = INDEX;
    float4 v = a[i];
    if (v.x + v.y + v.z + v.w == 12345.f) c[0] = v.x;
}
__global__ void split1(const float4 *a, float *x, float *y, float *z, float *w,
                       int n) {
    int i = INDEX;
    if (i < n) {
        float4 p = a[i];
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
        w[i] = p.w;
    }
}
template <int T>
__global__ void splits(const float *a, float *x, float *y, float *z, float *w,
                       int n) {
    __shared__ float s[4 * T];
    size_t f = (size_t)blockIdx.x * T * 4;
    for (int k = 0; k < 4; k++)
        s[k * T + threadIdx.x] = a[f + k * T + threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * T + threadIdx.x, t = threadIdx.x * 4;
    x[i] = s[t];
    y[i] = s[t + 1];
    z[i] = s[t + 2];
    w[i] = s[t + 3];
}
template <int E>
__global__ void splitE(const float4 *a, float *x, float *y, float *z, float *w,
                       int n) {
    int i = blockIdx.x * blockDim.x * E + threadIdx.x;
    float4 p[E];
#pragma unroll
    for (int k = 0; k < E; k++)
        p[k] = a[i + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < E; k++)
        x[i + k * blockDim.x] = p[k].x;
#pragma unroll
    for (int k = 0; k < E; k++)
        y[i + k * blockDim.x] = p[k].y;
#pragma unroll
    for (int k = 0; k < E; k++)
        z[i + k * blockDim.x] = p[k].z;
#pragma unroll
    for (int k = 0; k < E; k++)
        w[i + k * blockDim.x] = p[k].w;
}

#define V(name, ...)                                                           \
    {                                                                          \
        name, [](const Pool &p) { __VA_ARGS__; }                               \
    }
#define S(T)  V("saxpy one, blocks of " #T, saxpy1<<<N / T, T>>>(p.a, p.c, N))
#define C1(T) V("copy one, blocks of " #T, copy1<<<N / T, T>>>(p.a, p.c, N))
#define R1(T) V("read one, blocks of " #T, read1<<<N / T, T>>>(p.a, p.c, N))
#define S4(T)                                                                  \
    V("saxpy float4, blocks of " #T,                                           \
      saxpy4<<<N / 4 / T, T>>>((const float4 *)p.a, (float4 *)p.c, N / 4))
#define C4(T)                                                                  \
    V("copy float4, blocks of " #T,                                            \
      copy4<<<N / 4 / T, T>>>((const float4 *)p.a, (float4 *)p.c, N / 4))
#define R4(T)                                                                  \
    V("read float4, blocks of " #T,                                            \
      read4<<<N / 4 / T, T>>>((const float4 *)p.a, p.c, N / 4))
#define SP(T)                                                                  \
    V("split, blocks of " #T,                                                  \
      split1<<<N / 4 / T, T>>>((const float4 *)p.a, p.c, p.c + N / 4,          \
                               p.c + N / 2, p.c + N / 4 * 3, N / 4))
#define SS(T)                                                                  \
    V("split shared, blocks of " #T,                                           \
      splits<T><<<N / 4 / T, T>>>(p.a, p.c, p.c + N / 4, p.c + N / 2,          \
                                  p.c + N / 4 * 3, N / 4))
#define SE(E, T)                                                               \
    V("split " #E ", blocks of " #T,                                           \
      splitE<E><<<N / 4 / T / E, T>>>((const float4 *)p.a, p.c, p.c + N / 4,   \
                                      p.c + N / 2, p.c + N / 4 * 3, N / 4))
#define XE(E, T)                                                               \
    V("saxpy " #E ", blocks of " #T, saxpyE<E><<<N / T / E, T>>>(p.a, p.c, N))
#define SG(B, T)                                                               \
    V("saxpy grid " #B " blocks of " #T, saxpyg<<<132 * B, T>>>(p.a, p.c, N))

// clang-format off
const Variant lives[] = {
    S(64), S(128), S(256), S(512), S(1024),
    C1(64), C1(128), C1(256), C1(512), C1(1024),
    R1(128), R1(256), R1(512), R1(1024),
    S4(64), S4(128), S4(256), S4(512), S4(1024),
    C4(128), C4(256), C4(512), C4(1024),
    R4(128), R4(256), R4(1024),
    SP(64), SP(128), SP(256), SP(512), SP(1024),
    SS(64), SS(128), SS(256), SS(512), SS(1024),
    SE(2, 256), SE(4, 64), SE(4, 128), SE(4, 256), SE(4, 512), SE(8, 128),
    XE(2, 256), XE(4, 128), XE(4, 256), XE(4, 512),
    XE(8, 256), XE(8, 128), XE(4, 1024),
    SG(1, 256), SG(2, 256), SG(4, 256), SG(8, 256),
    SG(16, 256), SG(32, 256), SG(64, 256), SG(2, 1024), SG(8, 1024), SG(16, 128), SG(64, 128),
};
// clang-format on
Family lives_family("lives", lives, 2);

} // namespace
