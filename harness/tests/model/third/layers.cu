// Third set: the norms of layers.
#include "../variants.h"
#include "groups.h"

#include <cuda_fp16.h>

namespace {

__device__ float squares(__half2 *v) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        float2 f = __half22float2(v[i]);
        sum += f.x * f.x + f.y * f.y;
    }
    return sum;
}
// what came and what is kept are added; 8 halves a load
__global__ void add_and_norm(const uint4 *a, const uint4 *b, uint4 *c) {
    size_t at = (size_t)blockIdx.x * 512 + threadIdx.x;
    uint4 v[4];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        uint4 w = b[at + k * 128];
        v[k] = a[at + k * 128];
        __half2 *x = (__half2 *)&v[k], *y = (__half2 *)&w;
        for (int i = 0; i < 4; i++)
            x[i] = __hadd2(x[i], y[i]);
        sum += squares(x);
    }
    __half2 by = __float2half2_rn(rsqrtf(together<Sum>(sum) / 4096 + 1e-5f));
#pragma unroll
    for (int k = 0; k < 4; k++) {
        __half2 *x = (__half2 *)&v[k];
        for (int i = 0; i < 4; i++)
            x[i] = __hmul2(x[i], by);
        c[at + k * 128] = v[k];
    }
}
// images of 64 channels of 56 x 56
constexpr int POINTS = 56 * 56, CHANNELS = 64;
__global__ void channel_of_all(const float *a, float2 *out, int images) {
    float sum = 0, square = 0;
    for (int n = 0; n < images; n++)
        for (int i = threadIdx.x; i < POINTS; i += blockDim.x) {
            float v = a[(size_t)(n * CHANNELS + blockIdx.x) * POINTS + i];
            sum += v;
            square += v * v;
        }
    sum = together<Sum>(sum) / (images * POINTS);
    square = together<Sum>(square) / (images * POINTS);
    if (threadIdx.x == 0)
        out[blockIdx.x] = make_float2(sum, rsqrtf(square - sum * sum + 1e-5f));
}
// a block a channel of an image, what they find is added up
__global__ void channel_of_one(const float *a, float2 *out) {
    float sum = 0, square = 0;
    for (int i = threadIdx.x; i < POINTS; i += blockDim.x) {
        float v = a[(size_t)blockIdx.x * POINTS + i];
        sum += v;
        square += v * v;
    }
    sum = together<Sum>(sum);
    square = together<Sum>(square);
    if (threadIdx.x) return;
    atomicAdd(&out[blockIdx.x % CHANNELS].x, sum);
    atomicAdd(&out[blockIdx.x % CHANNELS].y, square);
}
__global__ void by_channel(const float *a, const float2 *of, float *c) {
    float2 m = of[INDEX / POINTS % CHANNELS];
    c[INDEX] = fmaxf((a[INDEX] - m.x) * m.y, 0);
}
__global__ void group_of_8(const float4 *a, float4 *c) {
    constexpr int WORDS = POINTS * 8 / 4;
    size_t at = (size_t)blockIdx.x * WORDS;
    float sum = 0, square = 0;
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x) {
        float4 v = a[at + i];
        sum += sum4(v);
        square += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float mean = together<Sum>(sum) / (WORDS * 4);
    float var = together<Sum>(square) / (WORDS * 4) - mean * mean;
    float by = rsqrtf(var + 1e-5f);
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x) {
        float4 v = a[at + i];
        c[at + i] = make_float4((v.x - mean) * by, (v.y - mean) * by,
                                (v.z - mean) * by, (v.w - mean) * by);
    }
}
__global__ void hundred_thread(const float *a, float *c) {
    const float *x = a + (size_t)INDEX * 100;
    float sum = 0, square = 0;
    for (int i = 0; i < 100; i++) {
        sum += x[i];
        square += x[i] * x[i];
    }
    float mean = sum / 100, by = rsqrtf(square / 100 - mean * mean + 1e-5f);
    for (int i = 0; i < 100; i++)
        c[(size_t)INDEX * 100 + i] = (x[i] - mean) * by;
}
__global__ void hundred_warp(const float *a, float *c) {
    size_t at = (size_t)(INDEX / 32) * 100 + threadIdx.x % 32;
    float v[4], sum = 0, square = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        bool in = k < 3 || threadIdx.x % 32 < 4;
        v[k] = in ? a[at + k * 32] : 0;
        sum += v[k];
        square += v[k] * v[k];
    }
    float mean = lanes<Sum>(sum) / 100;
    float by = rsqrtf(lanes<Sum>(square) / 100 - mean * mean + 1e-5f);
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (k < 3 || threadIdx.x % 32 < 4) c[at + k * 32] = (v[k] - mean) * by;
}
// what weights should change by: rows of what came in times what comes back
__global__ void weights_column(const float *x, const float *dy, float *c,
                               int wide, int rows) {
    float sum = 0;
    for (int r = 0; r < rows; r++)
        sum += x[(size_t)r * wide + INDEX] * dy[(size_t)r * wide + INDEX];
    c[INDEX] = sum;
}
__global__ void weights_tile(const float *x, const float *dy, float *c,
                             int wide, int rows) {
    __shared__ float s[8][32];
    int col = blockIdx.x * 32 + threadIdx.x, from = blockIdx.y * rows;
    float sum = 0;
#pragma unroll 4
    for (int r = from + threadIdx.y; r < from + rows; r += 8)
        sum += x[(size_t)r * wide + col] * dy[(size_t)r * wide + col];
    s[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y) return;
    for (int i = 1; i < 8; i++)
        sum += s[i][threadIdx.x];
    atomicAdd(&c[col], sum);
}
__global__ void norm_doubles(const double2 *a, double2 *c) {
    __shared__ double part[8], whole[2];
    double2 u = a[(size_t)blockIdx.x * 512 + threadIdx.x];
    double2 v = a[(size_t)blockIdx.x * 512 + threadIdx.x + 256];
    double find[2] = {u.x + u.y + v.x + v.y,
                      u.x * u.x + u.y * u.y + v.x * v.x + v.y * v.y};
    for (int k = 0; k < 2; k++) {
        double sum = find[k];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(~0u, sum, d);
        if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int w = 1; w < 8; w++)
                sum += part[w];
            whole[k] = sum / 1024;
        }
        __syncthreads();
    }
    double mean = whole[0], by = rsqrt(whole[1] - mean * mean + 1e-9);
    c[(size_t)blockIdx.x * 512 + threadIdx.x] =
        make_double2((u.x - mean) * by, (u.y - mean) * by);
    c[(size_t)blockIdx.x * 512 + threadIdx.x + 256] =
        make_double2((v.x - mean) * by, (v.y - mean) * by);
}
__global__ void rms_of_64(const float4 *a, const float4 *b, float4 *c) {
    float4 v = a[INDEX], w = b[INDEX % 16];
    float sum = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    sum = rsqrtf(lanes<Sum, 16>(sum) / 64 + 1e-6f);
    c[INDEX] = make_float4(v.x * w.x * sum, v.y * w.y * sum, v.z * w.z * sum,
                           v.w * w.w * sum);
}
__global__ void directions(const float3 *a, float3 *c) {
    float3 v = a[INDEX];
    float by = rsqrtf(v.x * v.x + v.y * v.y + v.z * v.z + 1e-9f);
    c[INDEX] = make_float3(v.x * by, v.y * by, v.z * by);
}
#define FROM(t) (const t *)p.a, (const t *)p.b
const Variant norms[] = {
    {"halves added, rms, a block of 128 a row of 4096",
     [](const Pool &p) {
         add_and_norm<<<3072, 128>>>(FROM(uint4), (uint4 *)p.c);
     }},
    {"a batch's statistics, a block a channel",
     [](const Pool &p) {
         channel_of_all<<<CHANNELS, 512>>>(p.a, (float2 *)p.c, 32);
     }},
    {"a batch's statistics, a block a channel of an image, atomics",
     [](const Pool &p) {
         channel_of_one<<<CHANNELS * 32, 128>>>(p.a, (float2 *)p.c);
     }},
    {"a batch's statistics applied, then cut off at 0",
     [](const Pool &p) {
         by_channel<<<POINTS * CHANNELS * 32 / 256, 256>>>(
             p.a, (const float2 *)p.b, p.c);
     }},
    {"groups of 8 channels, a block of 512 a group",
     [](const Pool &p) {
         group_of_8<<<8 * 32, 512>>>((const float4 *)p.a, (float4 *)p.c);
     }},
    {"a thread a row of 100",
     [](const Pool &p) { hundred_thread<<<528, 128>>>(p.a, p.c); }},
    {"a warp a row of 100",
     [](const Pool &p) { hundred_warp<<<16896, 128>>>(p.a, p.c); }},
    {"gradient of weights, a column a thread, 512 rows of 8192",
     [](const Pool &p) {
         weights_column<<<64, 128>>>(p.a, p.b, p.c, 8192, 512);
     }},
    {"gradient of weights, by tiles, 512 rows of 8192",
     [](const Pool &p) {
         weights_tile<<<dim3(256, 8), dim3(32, 8)>>>(p.a, p.b, p.c, 8192, 64);
     }},
    {"doubles, a block of 256 a row of 1024",
     [](const Pool &p) {
         norm_doubles<<<4096, 256>>>((const double2 *)p.a, (double2 *)p.c);
     }},
    {"rms of 64, 16 lanes a row",
     [](const Pool &p) {
         rms_of_64<<<8192, 256>>>(FROM(float4), (float4 *)p.c);
     }},
    {"directions of 3 floats, 3 Mi",
     [](const Pool &p) {
         directions<<<12288, 256>>>((const float3 *)p.a, (float3 *)p.c);
     }},
};
Family norm_family("layernorm", norms, 3);

} // namespace
