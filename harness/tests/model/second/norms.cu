// Second set: softmax and layernorm of other widths, by other groups of
// threads, of other types.
#include "../variants.h"

#include <cuda_fp16.h>

namespace {

template <int LANES = 32> __device__ float add_over(float v) {
#pragma unroll
    for (int d = LANES / 2; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}
template <int LANES = 32> __device__ float most_over(float v) {
#pragma unroll
    for (int d = LANES / 2; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    return v;
}
// Every warp's part, added up by every thread.
__device__ float add_block(float v, float *part) {
    v = add_over(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (unsigned w = 0; w < blockDim.x / 32; w++)
        v += part[w];
    __syncthreads();
    return v;
}
__device__ float most_block(float v, float *part) {
    v = most_over(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    for (unsigned w = 0; w < blockDim.x / 32; w++)
        v = fmaxf(v, part[w]);
    __syncthreads();
    return v;
}

// ---- softmax

template <int EACH> __global__ void soft_warp(const float *a, float *c) {
    const float *x = a + (size_t)(INDEX / 32) * EACH * 32 + threadIdx.x % 32;
    float *y = c + (size_t)(INDEX / 32) * EACH * 32 + threadIdx.x % 32;
    float v[EACH], most = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        most = fmaxf(most, v[k] = x[k * 32]);
    most = most_over(most);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += v[k] = __expf(v[k] - most);
    sum = 1 / add_over(sum);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        y[k * 32] = v[k] * sum;
}
template <int EACH> __global__ void soft_warp4(const float4 *a, float4 *c) {
    const float4 *x = a + (size_t)(INDEX / 32) * EACH * 32 + threadIdx.x % 32;
    float4 *y = c + (size_t)(INDEX / 32) * EACH * 32 + threadIdx.x % 32;
    float4 v[EACH];
    float most = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] = x[k * 32];
        most = fmaxf(most, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    }
    most = most_over(most);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] = make_float4(expf(v[k].x - most), expf(v[k].y - most),
                           expf(v[k].z - most), expf(v[k].w - most));
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    sum = add_over(sum);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        y[k * 32] =
            make_float4(v[k].x / sum, v[k].y / sum, v[k].z / sum, v[k].w / sum);
}
__global__ void soft_column(const float *a, float *c, int rows, int wide) {
    const float *x = a + INDEX;
    float *y = c + INDEX, most = -1e30f, sum = 0;
    for (int r = 0; r < rows; r++)
        most = fmaxf(most, x[(size_t)r * wide]);
    for (int r = 0; r < rows; r++)
        sum += __expf(x[(size_t)r * wide] - most);
    sum = 1 / sum;
    for (int r = 0; r < rows; r++)
        y[(size_t)r * wide] = __expf(x[(size_t)r * wide] - most) * sum;
}
__global__ void soft_online(const float *a, float *c, int wide) {
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * wide;
    float *y = c + (size_t)blockIdx.x * wide, most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < wide; i += blockDim.x) {
        float v = x[i];
        if (v > most) {
            sum *= __expf(most - v);
            most = v;
        }
        sum += __expf(v - most);
    }
    float all = most_block(most, part);
    sum = add_block(sum * __expf(most - all), part);
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
        y[i] = __expf(x[i] - all) / sum;
}
__global__ void soft_causal(const float *a, float *c, int wide) {
    int row = INDEX / 32, lane = threadIdx.x % 32, last = row % wide;
    const float *x = a + (size_t)row * wide;
    float *y = c + (size_t)row * wide, most = -1e30f, sum = 0;
    for (int i = lane; i <= last; i += 32)
        most = fmaxf(most, x[i]);
    most = most_over(most);
    for (int i = lane; i <= last; i += 32)
        sum += __expf(x[i] - most);
    sum = add_over(sum);
    for (int i = lane; i < wide; i += 32)
        y[i] = i <= last ? __expf(x[i] - most) / sum : 0;
}
__global__ void soft_sums(const float *a, float2 *out, int wide) {
    __shared__ float part[32];
    const float *x = a + (size_t)blockIdx.x * wide;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = most_block(most, part);
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
        sum += __expf(x[i] - most);
    sum = add_block(sum, part);
    if (threadIdx.x == 0) out[blockIdx.x] = make_float2(most, 1 / sum);
}
__global__ void soft_apply(const float4 *a, const float2 *of, float4 *c,
                           int wide) {
    float2 m = of[INDEX * 4 / wide];
    float4 v = a[INDEX];
    c[INDEX] = make_float4(__expf(v.x - m.x) * m.y, __expf(v.y - m.x) * m.y,
                           __expf(v.z - m.x) * m.y, __expf(v.w - m.x) * m.y);
}
__global__ void soft_half(const __half2 *a, __half2 *c) {
    __shared__ float part[32];
    size_t row = (size_t)blockIdx.x * blockDim.x * 4 + threadIdx.x;
    float2 v[4];
    float most = -1e30f, sum = 0;
    for (int k = 0; k < 4; k++) {
        v[k] = __half22float2(a[row + k * blockDim.x]);
        most = fmaxf(most, fmaxf(v[k].x, v[k].y));
    }
    most = most_block(most, part);
    for (int k = 0; k < 4; k++) {
        v[k] = make_float2(__expf(v[k].x - most), __expf(v[k].y - most));
        sum += v[k].x + v[k].y;
    }
    sum = 1 / add_block(sum, part);
    for (int k = 0; k < 4; k++)
        c[row + k * blockDim.x] = __floats2half2_rn(v[k].x * sum, v[k].y * sum);
}
__global__ void soft_lanes(const float4 *a, float4 *c) {
    float4 v[2];
    size_t at = (size_t)(INDEX / 8) * 16 + INDEX % 8;
    float sum = 0;
    for (int k = 0; k < 2; k++) {
        v[k] = a[at + k * 8];
        sum +=
            __expf(v[k].x) + __expf(v[k].y) + __expf(v[k].z) + __expf(v[k].w);
    }
    float by = __logf(add_over<8>(sum));
    for (int k = 0; k < 2; k++)
        c[at + k * 8] =
            make_float4(v[k].x - by, v[k].y - by, v[k].z - by, v[k].w - by);
}

#define AC4 (const float4 *)p.a, (float4 *)p.c
const Variant softmaxes[] = {
    {"a warp a row of 256, kept",
     [](const Pool &p) { soft_warp<8><<<4096, 256>>>(p.a, p.c); }},
    {"a warp a row of 1024, float4, kept",
     [](const Pool &p) { soft_warp4<8><<<2048, 128>>>(AC4); }},
    {"a column a thread, 256 rows",
     [](const Pool &p) { soft_column<<<128, 256>>>(p.a, p.c, 256, 32768); }},
    {"online, a block of 512 a row of 8192",
     [](const Pool &p) { soft_online<<<1024, 512>>>(p.a, p.c, 8192); }},
    {"causal, a warp a row of 512",
     [](const Pool &p) { soft_causal<<<2048, 256>>>(p.a, p.c, 512); }},
    {"online, a block of 128 a row of 768",
     [](const Pool &p) { soft_online<<<8192, 128>>>(p.a, p.c, 768); }},
    {"two launches, rows of 4096",
     [](const Pool &p) {
         float2 *of = (float2 *)p.index;
         soft_sums<<<2048, 256>>>(p.a, of, 4096);
         soft_apply<<<8192, 256>>>((const float4 *)p.a, of, (float4 *)p.c,
                                   4096);
     }},
    {"halves, a block of 128 a row of 1024",
     [](const Pool &p) {
         soft_half<<<8192, 128>>>((const __half2 *)p.a, (__half2 *)p.c);
     }},
    {"log, 8 lanes a row of 64",
     [](const Pool &p) { soft_lanes<<<4096, 256>>>(AC4); }},
    {"causal, a warp a row of 2048",
     [](const Pool &p) { soft_causal<<<512, 256>>>(p.a, p.c, 2048); }},
};
Family softmax_family("softmax", softmaxes, 2);

// ---- layernorm

template <int EACH> __global__ void rms_warp(const float *a, float *c) {
    size_t at = (size_t)(INDEX / 32) * EACH * 32 + threadIdx.x % 32;
    float v[EACH], sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] = a[at + k * 32];
        sum += v[k] * v[k];
    }
    sum = rsqrtf(add_over(sum) / (EACH * 32) + 1e-6f);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        c[at + k * 32] = v[k] * sum;
}
__global__ void rms_shared(const float4 *a, const float4 *b, float4 *c,
                           int wide) {
    extern __shared__ float4 row[];
    __shared__ float part[32];
    size_t at = (size_t)blockIdx.x * wide;
    float sum = 0;
    for (int i = threadIdx.x; i < wide; i += blockDim.x) {
        float4 v = row[i] = a[at + i];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    sum = rsqrtf(add_block(sum, part) / (wide * 4) + 1e-6f);
    for (int i = threadIdx.x; i < wide; i += blockDim.x) {
        float4 v = row[i], w = b[i];
        c[at + i] = make_float4(v.x * w.x * sum, v.y * w.y * sum,
                                v.z * w.z * sum, v.w * w.w * sum);
    }
}
__global__ void welford(const float *a, float *c, int wide) {
    __shared__ float part[32];
    size_t at = (size_t)blockIdx.x * wide;
    float mean = 0, m2 = 0, n = 0;
    for (int i = threadIdx.x; i < wide; i += blockDim.x) {
        float v = a[at + i], d = v - mean;
        n += 1;
        mean += d / n;
        m2 += d * (v - mean);
    }
    float all = add_block(mean, part) / blockDim.x, off = mean - all;
    float var = add_block(m2 + n * off * off, part) / wide;
    float by = rsqrtf(var + 1e-5f);
    for (int i = threadIdx.x; i < wide; i += blockDim.x)
        c[at + i] = (a[at + i] - all) * by;
}
__global__ void row_statistics(const float4 *a, float2 *out, int wide) {
    int row = INDEX / 32;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x % 32; i < wide; i += 32) {
        float4 v = a[(size_t)row * wide + i];
        sum += v.x + v.y + v.z + v.w;
        squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    sum = add_over(sum) / (wide * 4);
    squares = add_over(squares) / (wide * 4);
    if (threadIdx.x % 32 == 0)
        out[row] = make_float2(sum, rsqrtf(squares - sum * sum + 1e-5f));
}
__global__ void row_apply(const float *a, const float2 *of, float *c,
                          int wide) {
    float2 m = of[INDEX / wide];
    c[INDEX] = (a[INDEX] - m.x) * m.y;
}
__global__ void norm_half(const __half2 *a, const __half2 *w, __half2 *c) {
    __shared__ float part[32];
    size_t at = (size_t)blockIdx.x * blockDim.x * 4 + threadIdx.x;
    float2 v[4];
    float sum = 0, var = 0;
    for (int k = 0; k < 4; k++) {
        v[k] = __half22float2(a[at + k * blockDim.x]);
        sum += v[k].x + v[k].y;
    }
    float mean = add_block(sum, part) / (blockDim.x * 8);
    for (int k = 0; k < 4; k++) {
        v[k] = make_float2(v[k].x - mean, v[k].y - mean);
        var += v[k].x * v[k].x + v[k].y * v[k].y;
    }
    float by = rsqrtf(add_block(var, part) / (blockDim.x * 8) + 1e-5f);
    for (int k = 0; k < 4; k++) {
        __half2 n = __floats2half2_rn(v[k].x * by, v[k].y * by);
        c[at + k * blockDim.x] = __hmul2(n, w[threadIdx.x + k * blockDim.x]);
    }
}
__global__ void norm_column(const float *a, float *c, int rows, int wide) {
    float sum = 0, squares = 0;
    for (int r = 0; r < rows; r++) {
        float v = a[(size_t)r * wide + INDEX];
        sum += v;
        squares += v * v;
    }
    float mean = sum / rows, by = rsqrtf(squares / rows - mean * mean + 1e-5f);
    for (int r = 0; r < rows; r++)
        c[(size_t)r * wide + INDEX] = (a[(size_t)r * wide + INDEX] - mean) * by;
}
const Variant norms[] = {
    {"rms, a warp a row of 512, kept",
     [](const Pool &p) { rms_warp<16><<<2048, 256>>>(p.a, p.c); }},
    {"rms, weights, a row of 8192 in shared memory",
     [](const Pool &p) {
         rms_shared<<<1024, 256, 32768>>>(
             (const float4 *)p.a, (const float4 *)p.b, (float4 *)p.c, 2048);
     }},
    {"Welford, a block of 256 a row of 4096",
     [](const Pool &p) { welford<<<2048, 256>>>(p.a, p.c, 4096); }},
    {"two launches, rows of 1024",
     [](const Pool &p) {
         float2 *of = (float2 *)p.index;
         row_statistics<<<1024, 256>>>((const float4 *)p.a, of, 256);
         row_apply<<<8 * MI / 256, 256>>>(p.a, of, p.c, 1024);
     }},
    {"halves, weights, a block of 64 a row of 512",
     [](const Pool &p) {
         norm_half<<<16384, 64>>>((const __half2 *)p.a, (const __half2 *)p.b,
                                  (__half2 *)p.c);
     }},
    {"a column a thread, 128 rows",
     [](const Pool &p) { norm_column<<<512, 128>>>(p.a, p.c, 128, 65536); }},
    {"rms, a warp a row of 128, blocks of 64",
     [](const Pool &p) { rms_warp<4><<<32768, 64>>>(p.a, p.c); }},
    {"Welford, a block of 1024 a row of 16384",
     [](const Pool &p) { welford<<<512, 1024>>>(p.a, p.c, 16384); }},
};
Family norm_family("layernorm", norms, 2);

} // namespace
