// Third set: matrix products on the ordinary cores.
#include "../variants.h"

#include <cuda_fp16.h>
#include <cuda_pipeline.h>

namespace {

// ---- a result a thread

template <typename T>
__global__ void plain(const T *a, const T *b, T *c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    T sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
// a lies transposed: both are read along rows, of one word and of many
__global__ void of_transposed(const float *a, const float *b, float *c, int n) {
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k * n + row] * b[k * n + col];
    c[row * n + col] = sum;
}
// a thread 4 neighbours in a row, by float4
__global__ void four_across(const float *a, const float4 *b, float4 *c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int k = 0; k < n; k++) {
        float x = a[row * n + k];
        float4 y = b[k * (n / 4) + col];
        sum.x += x * y.x;
        sum.y += x * y.y;
        sum.z += x * y.z;
        sum.w += x * y.w;
    }
    c[row * (n / 4) + col] = sum;
}

// ---- tiles

// TY x TX results by as many threads, K deep
template <int TY, int TX, int K>
__global__ void oblong(const float *a, const float *b, float *c, int n) {
    __shared__ float x[TY][K], y[K][TX];
    int t = threadIdx.y * TX + threadIdx.x;
    int col = blockIdx.x * TX + threadIdx.x;
    int row = blockIdx.y * TY + threadIdx.y;
    float sum = 0;
    for (int d = 0; d < n; d += K) {
        for (int i = t; i < TY * K; i += TX * TY)
            x[i / K][i % K] = a[(blockIdx.y * TY + i / K) * n + d + i % K];
        for (int i = t; i < K * TX; i += TX * TY)
            y[i / TX][i % TX] = b[(d + i / TX) * n + blockIdx.x * TX + i % TX];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < K; k++)
            sum += x[threadIdx.y][k] * y[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
// 64 x 64 a block of 512, a thread 8 below each other
template <typename T>
__global__ void column_of_8(const T *a, const T *b, T *c, int n) {
    __shared__ T x[64][8], y[8][64];
    int t = threadIdx.x, tx = t % 64, ty = t / 64;
    int row = blockIdx.y * 64, col = blockIdx.x * 64;
    T sum[8] = {};
    for (int d = 0; d < n; d += 8) {
        x[t / 8][t % 8] = a[(row + t / 8) * n + d + t % 8];
        y[ty][tx] = b[(d + ty) * n + col + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; k++) {
            T v = y[k][tx];
#pragma unroll
            for (int r = 0; r < 8; r++)
                sum[r] += x[ty * 8 + r][k] * v;
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        c[(row + ty * 8 + r) * n + col + tx] = sum[r];
}
// 64 x 64 a block of 64, 8 x 8 a thread; copies under way while it works
template <bool AHEAD>
__global__ void __launch_bounds__(64)
    under_way(const float *a, const float *b, float *c, int n) {
    __shared__ alignas(16) float x[2][64][16], y[2][16][64];
    int t = threadIdx.x, tx = t % 8, ty = t / 8;
    int row = blockIdx.y * 64, col = blockIdx.x * 64;
    float sum[8][8] = {};
    auto fetch = [&](int d, int to) {
#pragma unroll
        for (int i = t; i < 256; i += 64) {
            int r = i / 4, q = i % 4 * 4, s = i / 16, u = i % 16 * 4;
            __pipeline_memcpy_async(&x[to][r][q], &a[(row + r) * n + d + q],
                                    16);
            __pipeline_memcpy_async(&y[to][s][u], &b[(d + s) * n + col + u],
                                    16);
        }
        __pipeline_commit();
    };
    if (AHEAD) fetch(0, 0);
    for (int d = 0, at = 0; d < n; d += 16, at ^= AHEAD) {
        if (!AHEAD) fetch(d, 0);
        bool more = AHEAD && d + 16 < n;
        if (more) fetch(d + 16, at ^ 1);
        if (more)
            __pipeline_wait_prior(1);
        else
            __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float u[8], v[8];
#pragma unroll
            for (int i = 0; i < 8; i++) {
                u[i] = x[at][ty + i * 8][k];
                v[i] = y[at][k][tx + i * 8];
            }
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            c[(row + ty + i * 8) * n + col + tx + j * 8] = sum[i][j];
}
// a long, narrow matrix times 64 x 64 that stay in shared memory
__global__ void narrow(const float *a, const float *b, float *c) {
    __shared__ float y[64][64], x[16][64];
    int tx = threadIdx.x, ty = threadIdx.y;
    for (int i = ty; i < 64; i += 4)
        y[i][tx] = b[i * 64 + tx];
    size_t from = (size_t)blockIdx.x * 16 * 64;
    for (int i = ty; i < 16; i += 4)
        x[i][tx] = a[from + i * 64 + tx];
    __syncthreads();
    float sum[4] = {};
#pragma unroll 8
    for (int k = 0; k < 64; k++)
#pragma unroll
        for (int r = 0; r < 4; r++)
            sum[r] += x[ty + r * 4][k] * y[k][tx];
    for (int r = 0; r < 4; r++)
        c[from + (ty + r * 4) * 64 + tx] = sum[r];
}
// c += 16 columns times 16 rows
__global__ void rank_16(const float *a, const float *b, float *c, int n) {
    __shared__ float x[32][17], y[16][32];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
    int row = blockIdx.y * 32, col = blockIdx.x * 32;
    for (int i = t; i < 512; i += 256) {
        x[i / 16][i % 16] = a[(row + i / 16) * 16 + i % 16];
        y[i / 32][i % 32] = b[i / 32 * n + col + i % 32];
    }
    __syncthreads();
    for (int r = ty; r < 32; r += 8) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < 16; k++)
            sum += x[r][k] * y[k][tx];
        c[(size_t)(row + r) * n + col + tx] += sum;
    }
}
// a matrix times itself transposed: only blocks below the diagonal work
__global__ void symmetric(const float *a, float *c, int n) {
    __shared__ float x[32][33], y[32][33];
    if (blockIdx.x > blockIdx.y) return;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 32, col = blockIdx.x * 32;
    float sum[4] = {};
    for (int d = 0; d < n; d += 32) {
        for (int i = ty; i < 32; i += 8) {
            x[i][tx] = a[(row + i) * n + d + tx];
            y[i][tx] = a[(col + i) * n + d + tx];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k++)
#pragma unroll
            for (int r = 0; r < 4; r++)
                sum[r] += x[ty + r * 8][k] * y[tx][k];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        c[(row + ty + r * 8) * n + col + tx] = sum[r];
}
// 64 x 64 times 64 x 64, many of them, a block of 256 each
__global__ void many_of_64(const float *a, const float *b, float *c) {
    __shared__ float x[64][65], y[64][64];
    size_t at = (size_t)blockIdx.x * 4096;
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    for (int i = threadIdx.x; i < 4096; i += 256) {
        x[i / 64][i % 64] = a[at + i];
        y[i / 64][i % 64] = b[at + i];
    }
    __syncthreads();
    float sum[4][4] = {};
#pragma unroll 4
    for (int k = 0; k < 64; k++)
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                sum[i][j] += x[ty + i * 16][k] * y[k][tx + j * 16];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[at + (ty + i * 16) * 64 + tx + j * 16] = sum[i][j];
}

// ---- times a vector

__global__ void vector_thread(const float *a, const float *x, float *y, int n) {
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[(size_t)INDEX * n + k] * x[k];
    y[INDEX] = sum;
}
__global__ void vector_block(const float4 *a, const float4 *x, float *y,
                             int n) {
    __shared__ float part[4];
    float sum = 0;
    for (int k = threadIdx.x; k < n; k += 128) {
        float4 v = a[(size_t)blockIdx.x * n + k], w = x[k];
        sum += v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}
__global__ void vector_halves(const uint4 *a, const uint4 *x, float *y, int n) {
    int row = INDEX / 32;
    float sum = 0;
    for (int k = threadIdx.x % 32; k < n; k += 32) {
        uint4 v = a[(size_t)row * n + k], w = x[k];
        const __half2 *u = (const __half2 *)&v, *z = (const __half2 *)&w;
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float2 f = __half22float2(u[i]), g = __half22float2(z[i]);
            sum += f.x * g.x + f.y * g.y;
        }
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) y[row] = sum;
}

#define ABC(n)    p.a, p.b, p.c, n
#define OF(t)     (const t *)p.a, (const t *)p.b, (t *)p.c
#define EACH_8(n) dim3(n / 32, n / 8), dim3(32, 8)
dim3 tiles(int n, int x, int y) {
    return dim3(n / x, n / y);
}
const Variant products[] = {
    {"doubles, naive, 512",
     [](const Pool &p) { plain<<<EACH_8(512)>>>(OF(double), 512); }},
    {"integers, naive, 640",
     [](const Pool &p) { plain<<<EACH_8(640)>>>(OF(int), 640); }},
    {"naive, a transposed, 768",
     [](const Pool &p) { of_transposed<<<EACH_8(768)>>>(ABC(768)); }},
    {"naive, float4 across, 1024",
     [](const Pool &p) {
         four_across<<<dim3(8, 128), dim3(32, 8)>>>(p.a, (const float4 *)p.b,
                                                    (float4 *)p.c, 1024);
     }},
    {"tile of 8, 512",
     [](const Pool &p) {
         oblong<8, 8, 8><<<tiles(512, 8, 8), dim3(8, 8)>>>(ABC(512));
     }},
    {"tile of 8 rows by 64, 32 deep, 768",
     [](const Pool &p) {
         oblong<8, 64, 32><<<tiles(768, 64, 8), dim3(64, 8)>>>(ABC(768));
     }},
    {"8 below each other a thread, 64 x 64 a block, 1024",
     [](const Pool &p) {
         column_of_8<<<tiles(1024, 64, 64), 512>>>(OF(float), 1024);
     }},
    {"doubles, 8 below each other a thread, 640",
     [](const Pool &p) {
         column_of_8<<<tiles(640, 64, 64), 512>>>(OF(double), 640);
     }},
    {"8 x 8 a thread, copied and waited for, 960",
     [](const Pool &p) {
         under_way<false><<<tiles(960, 64, 64), 64>>>(ABC(960));
     }},
    {"8 x 8 a thread, copies under way, 960",
     [](const Pool &p) {
         under_way<true><<<tiles(960, 64, 64), 64>>>(ABC(960));
     }},
    {"64 Ki x 64 times 64 x 64",
     [](const Pool &p) { narrow<<<4096, dim3(64, 4)>>>(p.a, p.b, p.c); }},
    {"rank 16 added, 3072",
     [](const Pool &p) {
         rank_16<<<tiles(3072, 32, 32), dim3(32, 8)>>>(ABC(3072));
     }},
    {"itself transposed, lower half only, 1024",
     [](const Pool &p) {
         symmetric<<<tiles(1024, 32, 32), dim3(32, 8)>>>(p.a, p.c, 1024);
     }},
    {"1024 products of 64 x 64",
     [](const Pool &p) { many_of_64<<<1024, 256>>>(p.a, p.b, p.c); }},
    {"times a vector, a thread a row, 8192 x 1024",
     [](const Pool &p) { vector_thread<<<64, 128>>>(ABC(1024)); }},
    {"times a vector, a block a row, float4, 8192 x 1024",
     [](const Pool &p) {
         vector_block<<<8192, 128>>>((const float4 *)p.a, (const float4 *)p.b,
                                     p.c, 256);
     }},
    {"times a vector of halves, a warp a row, 8192 x 4096",
     [](const Pool &p) {
         vector_halves<<<1024, 256>>>((const uint4 *)p.a, (const uint4 *)p.b,
                                      p.c, 512);
     }},
};
Family product_family("gemm", products, 3);

} // namespace
