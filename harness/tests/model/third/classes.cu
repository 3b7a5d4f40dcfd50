// Third set: softmax.
#include "../variants.h"
#include "groups.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <vector>

namespace {

__global__ void three_reads(const float *a, float *c, int wide) {
    const float *x = a + (size_t)blockIdx.x * wide;
    float *y = c + (size_t)blockIdx.x * wide, most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = together<Most>(most);
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
        sum += expf(x[i] - most);
    sum = together<Sum>(sum);
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
        y[i] = expf(x[i] - most) / sum;
}
__global__ void two_reads(const float4 *a, float4 *c, int wide) {
    const float4 *x = a + (size_t)blockIdx.x * wide;
    float4 *y = c + (size_t)blockIdx.x * wide;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < wide; i += blockDim.x) {
        float4 v = x[i];
        float m = fmaxf(most, most4(v));
        sum = sum * __expf(most - m) + sum4(exp4(v, m));
        most = m;
    }
    float all = together<Most>(most);
    sum = 1 / together<Sum>(sum * __expf(most - all));
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
        y[i] = times4(exp4(x[i], all), sum);
}
constexpr int FEW = 10;
__device__ void soft_few(float *v) {
    float most = v[0], sum = 0;
#pragma unroll
    for (int i = 1; i < FEW; i++)
        most = fmaxf(most, v[i]);
#pragma unroll
    for (int i = 0; i < FEW; i++)
        sum += v[i] = __expf(v[i] - most);
#pragma unroll
    for (int i = 0; i < FEW; i++)
        v[i] /= sum;
}
__global__ void few_alone(const float *a, float *c) {
    float v[FEW];
#pragma unroll
    for (int i = 0; i < FEW; i++)
        v[i] = a[(size_t)INDEX * FEW + i];
    soft_few(v);
#pragma unroll
    for (int i = 0; i < FEW; i++)
        c[(size_t)INDEX * FEW + i] = v[i];
}
__global__ void few_staged(const float *a, float *c) {
    __shared__ float s[128 * FEW];
    size_t from = (size_t)blockIdx.x * 128 * FEW;
    float v[FEW];
    for (int i = threadIdx.x; i < 128 * FEW; i += 128)
        s[i] = a[from + i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < FEW; i++)
        v[i] = s[threadIdx.x * FEW + i];
    soft_few(v);
#pragma unroll
    for (int i = 0; i < FEW; i++)
        s[threadIdx.x * FEW + i] = v[i];
    __syncthreads();
    for (int i = threadIdx.x; i < 128 * FEW; i += 128)
        c[from + i] = s[i];
}
__global__ void soft_halves(const uint2 *a, uint2 *c) {
    uint2 w = a[INDEX]; // 4 halves of a row of 128
    float2 x = __half22float2(*(__half2 *)&w.x);
    float2 y = __half22float2(*(__half2 *)&w.y);
    float4 v = make_float4(x.x, x.y, y.x, y.y);
    v = exp4(v, lanes<Most>(most4(v)));
    v = times4(v, 1 / lanes<Sum>(sum4(v)));
    *(__half2 *)&w.x = __floats2half2_rn(v.x, v.y);
    *(__half2 *)&w.y = __floats2half2_rn(v.z, v.w);
    c[INDEX] = w;
}
// scores of queries and keys; a byte says whether a pair counts
__global__ void masked(const float *a, const unsigned char *mask, float *c) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    float v[8], most = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int x = lane + k * 32;
        bool counts = mask[row % 256 * 256 + x] & 1;
        v[k] = counts ? a[(size_t)row * 256 + x] * .125f : -1e20f;
        most = fmaxf(most, v[k]);
    }
    most = lanes<Most>(most);
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum += v[k] = __expf(v[k] - most);
    sum = lanes<Sum>(sum);
#pragma unroll
    for (int k = 0; k < 8; k++)
        c[(size_t)row * 256 + lane + k * 32] = __fdividef(v[k], sum);
}
// what a row of 1000 loses on the class that was right
__global__ void losses(const float *a, float *c) {
    int row = INDEX / 32, right = row * 37 % 1000;
    const float *x = a + (size_t)row * 1000;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x % 32; i < 1000; i += 32)
        most = fmaxf(most, x[i]);
    most = lanes<Most>(most);
    for (int i = threadIdx.x % 32; i < 1000; i += 32)
        sum += __expf(x[i] - most);
    sum = lanes<Sum>(sum);
    if (threadIdx.x % 32 == 0) c[row] = __logf(sum) + most - x[right];
}
__global__ void soft_back(const float4 *y, const float4 *dy, float4 *c) {
    size_t at = (size_t)(INDEX / 32) * 128 + threadIdx.x % 32;
    float4 u[4], v[4];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        u[k] = y[at + k * 32];
        v[k] = dy[at + k * 32];
        sum += u[k].x * v[k].x + u[k].y * v[k].y + u[k].z * v[k].z +
               u[k].w * v[k].w;
    }
    sum = lanes<Sum>(sum);
#pragma unroll
    for (int k = 0; k < 4; k++)
        c[at + k * 32] =
            make_float4(u[k].x * (v[k].x - sum), u[k].y * (v[k].y - sum),
                        u[k].z * (v[k].z - sum), u[k].w * (v[k].w - sum));
}
// 19 sheets of scores, a thread a point
__global__ void classes(const float *a, float *c, int n) {
    float v[19], most = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < 19; k++)
        most = fmaxf(most, v[k] = a[INDEX + k * n]);
#pragma unroll
    for (int k = 0; k < 19; k++)
        sum += v[k] = __expf(v[k] - most);
#pragma unroll
    for (int k = 0; k < 19; k++)
        c[INDEX + k * n] = v[k] / sum;
}
__global__ void soft_brain(const __nv_bfloat162 *a, __nv_bfloat162 *c) {
    size_t at = (size_t)blockIdx.x * 2048 + threadIdx.x;
    float2 v[8];
    float most = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        v[k] = __bfloat1622float2(a[at + k * 256]);
        most = fmaxf(most, fmaxf(v[k].x, v[k].y));
    }
    most = together<Most>(most);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        v[k] = make_float2(exp2f((v[k].x - most) * 1.442695f),
                           exp2f((v[k].y - most) * 1.442695f));
        sum += v[k].x + v[k].y;
    }
    sum = 1 / together<Sum>(sum);
#pragma unroll
    for (int k = 0; k < 8; k++)
        c[at + k * 256] = __floats2bfloat162_rn(v[k].x * sum, v[k].y * sum);
}
// the same in three launches, by way of memory
__global__ void exps(const float *a, float *c) {
    c[INDEX] = expf(a[INDEX]);
}
__global__ void row_sums(const float *a, float *sums) {
    float sum = 0;
    for (int i = 0; i < 512; i += 32)
        sum += a[(size_t)(INDEX / 32) * 512 + i + threadIdx.x % 32];
    sum = lanes<Sum>(sum);
    if (threadIdx.x % 32 == 0) sums[INDEX / 32] = sum;
}
__global__ void quotients(float *c, const float *sums) {
    c[INDEX] /= sums[INDEX / 512];
}
__global__ void at_once(const float4 *a, float4 *c) {
    size_t at = (size_t)(INDEX / 32) * 128 + threadIdx.x % 32;
    float4 v[4];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 4; k++)
        sum += sum4(v[k] = exp4(a[at + k * 32], 0));
    sum = 1 / lanes<Sum>(sum);
#pragma unroll
    for (int k = 0; k < 4; k++)
        c[at + k * 32] = times4(v[k], sum);
}

// 256 x 256 bytes: a query sees the keys before it, and itself
void a_causal_mask(const Pool &p) {
    std::vector<uint32_t> word(256 * 256 / 4);
    for (uint32_t i = 0; i < word.size(); i++)
        for (uint32_t byte = 0; byte < 4; byte++)
            if (i % 64 * 4 + byte <= i / 64) word[i] |= 1u << byte * 8;
    pool_index(p, word.data(), word.size());
}

#define AC4 (const float4 *)p.a, (float4 *)p.c
const Variant softmaxes[] = {
    {"three reads, a block of 1024 a row of 32000",
     [](const Pool &p) { three_reads<<<264, 1024>>>(p.a, p.c, 32000); }},
    {"two reads, float4, a block of 1024 a row of 32000",
     [](const Pool &p) { two_reads<<<264, 1024>>>(AC4, 8000); }},
    {"a thread a row of 10",
     [](const Pool &p) { few_alone<<<4096, 128>>>(p.a, p.c); }},
    {"rows of 10, through shared memory",
     [](const Pool &p) { few_staged<<<4096, 128>>>(p.a, p.c); }},
    {"halves, a warp a row of 128",
     [](const Pool &p) {
         soft_halves<<<8192, 256>>>((const uint2 *)p.a, (uint2 *)p.c);
     }},
    {"masked, a warp a row of 256, 64 sheets",
     [](const Pool &p) {
         masked<<<4096, 128>>>(p.a, (const unsigned char *)p.index, p.c);
     },
     a_causal_mask},
    {"losses of rows of 1000, a warp a row",
     [](const Pool &p) { losses<<<1024, 256>>>(p.a, p.c); }},
    {"backward, a warp a row of 512",
     [](const Pool &p) {
         soft_back<<<2048, 256>>>((const float4 *)p.a, (const float4 *)p.b,
                                  (float4 *)p.c);
     }},
    {"19 classes, a thread a point, 512 Ki",
     [](const Pool &p) { classes<<<4096, 128>>>(p.a, p.c, MI / 2); }},
    {"bfloat16, a block of 256 a row of 4096",
     [](const Pool &p) {
         soft_brain<<<3072, 256>>>((const __nv_bfloat162 *)p.a,
                                   (__nv_bfloat162 *)p.c);
     }},
    {"exponents, sums, quotients: three launches, rows of 512",
     [](const Pool &p) {
         exps<<<32768, 256>>>(p.a, p.c);
         row_sums<<<2048, 256>>>(p.c, p.c + 16 * MI);
         quotients<<<32768, 256>>>(p.c, p.c + 16 * MI);
     }},
    {"exponents, sums, quotients: one launch, rows of 512",
     [](const Pool &p) { at_once<<<2048, 256>>>(AC4); }},
};
Family softmax_family("softmax", softmaxes, 3);

} // namespace
