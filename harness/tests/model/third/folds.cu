// Third set: sums, and what else an array comes to.
#include "../variants.h"

#include <cuda_fp16.h>

#include <vector>

namespace {

using Long = unsigned long long;

template <typename V> __device__ V add_lanes(V v) {
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    return v;
}
// thread 0 gets it
template <typename V> __device__ V add_block(V v) {
    __shared__ V part[32];
    v = add_lanes(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x >= 32) return 0;
    return add_lanes(threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : V(0));
}

// least and greatest byte, 16 a load
__global__ void range_of_bytes(const uint4 *a, uint2 *c, int n) {
    unsigned low = ~0u, high = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = a[i];
        low = __vminu4(__vminu4(low, v.x), __vminu4(v.y, __vminu4(v.z, v.w)));
        high = __vmaxu4(__vmaxu4(high, v.x), __vmaxu4(v.y, __vmaxu4(v.z, v.w)));
    }
    for (int d = 16; d > 0; d /= 2) {
        low = __vminu4(low, __shfl_xor_sync(~0u, low, d));
        high = __vmaxu4(high, __shfl_xor_sync(~0u, high, d));
    }
    if (threadIdx.x % 32 == 0) c[INDEX / 32] = make_uint2(low, high);
}
__global__ void range_bytewise(const unsigned char *a, uchar2 *c, int n) {
    unsigned char low = 255, high = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        low = min(low, a[i]);
        high = max(high, a[i]);
    }
    c[INDEX] = make_uchar2(low, high);
}
// how many are above 3: a quarter of them
__global__ void count_each(const float *a, unsigned *c) {
    if (a[INDEX] > 3) atomicAdd(c, 1u);
}
__global__ void count_blocks(const float *a, unsigned *c, int n) {
    unsigned mine = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        mine += a[i] > 3;
    mine = add_block(mine);
    if (threadIdx.x == 0) atomicAdd(c, mine);
}
__global__ void sum_longs(const longlong2 *a, Long *c, int n) {
    Long sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        longlong2 v = a[i];
        sum += v.x + v.y;
    }
    sum = add_block(sum);
    if (threadIdx.x == 0) atomicAdd(c, sum);
}
// least word and where, packed in 64 bits
__global__ void least_packed(const unsigned *a, Long *c, int n) {
    Long least = ~0ull;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        least = min(least, (Long)a[i] << 32 | (unsigned)i);
    for (int d = 16; d > 0; d /= 2)
        least = min(least, __shfl_xor_sync(~0u, least, d));
    if (threadIdx.x % 32 == 0) atomicMin(&c[blockIdx.x % 8], least);
}
__global__ void norm_of_halves(const uint4 *a, float *c, int n) {
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        uint4 v = a[i];
        const __half2 *h = (const __half2 *)&v;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float2 f = __half22float2(h[k]);
            sum += f.x * f.x + f.y * f.y;
        }
    }
    sum = add_block(sum);
    if (threadIdx.x == 0) c[blockIdx.x] = sum;
}
// columns: a block of 32 x 8 takes 32 of them; or a block a column
__global__ void columns_tile(const float *a, float *c, int rows, int wide) {
    __shared__ float s[8][32];
    int col = blockIdx.x * 32 + threadIdx.x;
    float sum = 0;
#pragma unroll 4
    for (int r = threadIdx.y; r < rows; r += 8)
        sum += a[(size_t)r * wide + col];
    s[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    for (int d = 4; d > 0; d /= 2) {
        if ((int)threadIdx.y < d)
            s[threadIdx.y][threadIdx.x] += s[threadIdx.y + d][threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.y == 0) c[col] = s[0][threadIdx.x];
}
__global__ void columns_block(const float *a, float *c, int rows, int wide) {
    float sum = 0;
    for (int r = threadIdx.x; r < rows; r += blockDim.x)
        sum += a[(size_t)r * wide + blockIdx.x];
    sum = add_block(sum);
    if (threadIdx.x == 0) c[blockIdx.x] = sum;
}
__global__ void rows_thread(const int *a, int *c, int wide) {
    int sum = 0;
    for (int i = 0; i < wide; i++)
        sum += a[(size_t)INDEX * wide + i] & 255;
    c[INDEX] = sum;
}
__global__ void rows_warp(const int4 *a, int *c, int wide) {
    int sum = 0;
    for (int i = threadIdx.x % 32; i < wide; i += 32) {
        int4 v = a[(size_t)(INDEX / 32) * wide + i];
        sum += (v.x & 255) + (v.y & 255) + (v.z & 255) + (v.w & 255);
    }
    sum = __reduce_add_sync(~0u, sum);
    if (threadIdx.x % 32 == 0) c[INDEX / 32] = sum;
}
// errors are carried along, so that doubles lose next to nothing
__global__ void sum_carefully(const double *a, double *c, int n) {
    double sum = 0, lost = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        double y = a[i] - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    sum = add_block(sum);
    if (threadIdx.x == 0) c[blockIdx.x] = sum;
}
// one block for all of it
__global__ void sum_alone(const float *a, float *c, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += a[i];
    sum = add_block(sum);
    if (threadIdx.x == 0) c[blockIdx.x] = sum;
}
__global__ void sum_part(const float *a, float *c) {
    float sum = add_block(a[INDEX]);
    if (threadIdx.x == 0) c[blockIdx.x] = sum;
}
// lanes add up in shared memory without barriers; the warps then by one lane
__global__ void sum_by_warps(const float *a, float *c) {
    __shared__ float s[256];
    volatile float *mine = s + threadIdx.x / 32 * 32;
    int lane = threadIdx.x % 32;
    mine[lane] = a[INDEX];
    for (int d = 16; d > 0; d /= 2) {
        __syncwarp();
        float v = lane < d ? mine[lane + d] : 0;
        __syncwarp();
        if (lane < d) mine[lane] = mine[lane] + v;
    }
    __syncthreads();
    if (threadIdx.x) return;
    float sum = 0;
    for (int w = 0; w < 8; w++)
        sum += s[w * 32];
    c[blockIdx.x] = sum;
}
// points: the middle of them all, 3 sums at once
__global__ void centre(const float *a, float *c, int n) {
    float x = 0, y = 0, z = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        x += a[i * 3];
        y += a[i * 3 + 1];
        z += a[i * 3 + 2];
    }
    x = add_lanes(x);
    y = add_lanes(y);
    z = add_lanes(z);
    if (threadIdx.x % 32) return;
    atomicAdd(&c[0], x);
    atomicAdd(&c[1], y);
    atomicAdd(&c[2], z);
}
// stretches that begin where index says
__global__ void stretch_thread(const float *a, const uint32_t *from, float *c) {
    float sum = 0;
    for (uint32_t i = from[INDEX]; i < from[INDEX + 1]; i++)
        sum += a[i];
    c[INDEX] = sum;
}
__global__ void stretch_warp(const float *a, const uint32_t *from, float *c) {
    float sum = 0;
    uint32_t w = INDEX / 32, end = from[w + 1];
    for (uint32_t i = from[w] + threadIdx.x % 32; i < end; i += 32)
        sum += a[i];
    sum = add_lanes(sum);
    if (threadIdx.x % 32 == 0) c[w] = sum;
}
void stretches(const Pool &p) { // 64 Ki of 1 to 127
    std::vector<uint32_t> v(65537);
    Random r(61);
    uint32_t at = 0;
    for (uint32_t &x : v) {
        x = at;
        at += 1 + r.next() % 127;
    }
    pool_index(p, v.data(), v.size());
}
void words_of_32(const Pool &p) {
    std::vector<uint32_t> v(4 * MI);
    Random r(62);
    for (uint32_t &x : v)
        x = r.next();
    pool_index(p, v.data(), v.size());
    cudaMemset(p.c, 255, 64); // least_packed's answers
}
const Variant folds[] = {
    {"range of bytes, 16 a load, 48 MiB",
     [](const Pool &p) {
         range_of_bytes<<<SMS * 4, 256>>>((const uint4 *)p.a, (uint2 *)p.c,
                                          3 * MI);
     }},
    {"range of bytes, byte by byte, 16 MiB",
     [](const Pool &p) {
         range_bytewise<<<SMS * 8, 256>>>((const unsigned char *)p.a,
                                          (uchar2 *)p.c, 16 * MI);
     }},
    {"how many above 3, an atomic each, 4 Mi",
     [](const Pool &p) { count_each<<<16384, 256>>>(p.a, (unsigned *)p.c); }},
    {"how many above 3, an atomic a block, 4 Mi",
     [](const Pool &p) {
         count_blocks<<<SMS * 4, 256>>>(p.a, (unsigned *)p.c, 4 * MI);
     }},
    {"64-bit integers, 2 a load, 10 Mi",
     [](const Pool &p) {
         sum_longs<<<SMS * 4, 512>>>((const longlong2 *)p.a, (Long *)p.c,
                                     5 * MI);
     }},
    {"least and where, packed, 4 Mi",
     [](const Pool &p) {
         least_packed<<<SMS * 2, 512>>>(p.index, (Long *)p.c, 4 * MI);
     },
     words_of_32},
    {"squares of halves, 8 a load, 32 Mi",
     [](const Pool &p) {
         norm_of_halves<<<SMS * 8, 256>>>((const uint4 *)p.a, p.c, 4 * MI);
     }},
    {"columns by tiles, 1024 rows of 8192",
     [](const Pool &p) {
         columns_tile<<<256, dim3(32, 8)>>>(p.a, p.c, 1024, 8192);
     }},
    {"columns, a block each, 1024 rows of 8192",
     [](const Pool &p) { columns_block<<<8192, 128>>>(p.a, p.c, 1024, 8192); }},
    {"integers, a thread a row of 256",
     [](const Pool &p) {
         rows_thread<<<256, 128>>>((const int *)p.a, (int *)p.c, 256);
     }},
    {"integers, a warp a row of 256, int4",
     [](const Pool &p) {
         rows_warp<<<8192, 128>>>((const int4 *)p.a, (int *)p.c, 64);
     }},
    {"doubles with what was lost, 6 Mi",
     [](const Pool &p) {
         sum_carefully<<<SMS * 4, 256>>>((const double *)p.a, (double *)p.c,
                                         6 * MI);
     }},
    {"512 Ki by one block of 1024",
     [](const Pool &p) { sum_alone<<<1, 1024>>>(p.a, p.c, MI / 2); }},
    {"512 Ki by blocks of 1024, then one",
     [](const Pool &p) {
         sum_part<<<512, 1024>>>(p.a, p.c);
         sum_alone<<<1, 512>>>(p.c, p.c + 1024, 512);
     }},
    {"warps in shared memory, without barriers, 8 Mi",
     [](const Pool &p) { sum_by_warps<<<32768, 256>>>(p.a, p.c); }},
    {"the middle of 3 Mi points",
     [](const Pool &p) { centre<<<SMS * 8, 128>>>(p.a, p.c, 3 * MI); }},
    {"64 Ki stretches of 64 on average, a thread each",
     [](const Pool &p) { stretch_thread<<<256, 256>>>(p.a, p.index, p.c); },
     stretches},
    {"64 Ki stretches of 64 on average, a warp each",
     [](const Pool &p) { stretch_warp<<<8192, 256>>>(p.a, p.index, p.c); },
     stretches},
};
Family fold_family("reduction", folds, 3);

} // namespace
