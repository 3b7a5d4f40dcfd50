// The ladder of matrix products, 1024 cubed if not said otherwise, and bodies
// that attract each other.
#include "variants.h"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void naive(const float *a, const float *b, float *c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
// neighbours down a column: reads of a are spread, of b shared
__global__ void naive_across(const float *a, const float *b, float *c, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
template <int T>
__global__ void tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float x[T][T], y[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
    float sum = 0;
    for (int t = 0; t < n; t += T) {
        x[ty][tx] = a[row * n + t + tx];
        y[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < T; k++)
            sum += x[ty][k] * y[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
// A block makes M x M with threads of R x R each, K deep at a time.
template <int M, int K, int R>
__global__ void __launch_bounds__((M / R) * (M / R))
    registers(const float *a, const float *b, float *c, int n) {
    constexpr int W = M / R, THREADS = W * W;
    __shared__ float x[K][M + 4], y[K][M];
    int tx = threadIdx.x % W, ty = threadIdx.x / W;
    float sum[R][R] = {};
    a += blockIdx.y * M * n;
    b += blockIdx.x * M;
    for (int t = 0; t < n; t += K) {
        for (int i = threadIdx.x; i < M * K; i += THREADS) {
            x[i % K][i / K] = a[i / K * n + t + i % K];
            y[i / M][i % M] = b[(t + i / M) * n + i % M];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < K; k++) {
            float u[R], v[R];
#pragma unroll
            for (int i = 0; i < R; i++) {
                u[i] = x[k][ty * R + i];
                v[i] = y[k][tx + i * W];
            }
#pragma unroll
            for (int i = 0; i < R; i++)
#pragma unroll
                for (int j = 0; j < R; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++)
            c[(blockIdx.y * M + ty * R + i) * n + blockIdx.x * M + tx + j * W] =
                sum[i][j];
}
// the same, all of it by float4
template <int M, int K>
__global__ void __launch_bounds__(M *M / 64)
    vectors(const float *a, const float *b, float *c, int n) {
    constexpr int W = M / 8, THREADS = W * W;
    __shared__ float x[K][M + 4], y[K][M];
    int tx = threadIdx.x % W, ty = threadIdx.x / W;
    float sum[8][8] = {};
    a += blockIdx.y * M * n;
    b += blockIdx.x * M;
    for (int t = 0; t < n; t += K) {
        for (int i = threadIdx.x; i < M * K / 4; i += THREADS) {
            int r = i / (K / 4), q = i % (K / 4) * 4;
            float4 v = *(const float4 *)&a[r * n + t + q];
            x[q][r] = v.x;
            x[q + 1][r] = v.y;
            x[q + 2][r] = v.z;
            x[q + 3][r] = v.w;
            int s = i / (M / 4), u = i % (M / 4) * 4;
            *(float4 *)&y[s][u] = *(const float4 *)&b[(t + s) * n + u];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < K; k++) {
            float u[8], v[8];
            *(float4 *)&u[0] = *(float4 *)&x[k][ty * 8];
            *(float4 *)&u[4] = *(float4 *)&x[k][ty * 8 + 4];
            *(float4 *)&v[0] = *(float4 *)&y[k][tx * 4];
            *(float4 *)&v[4] = *(float4 *)&y[k][M / 2 + tx * 4];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++) {
        float *row = &c[(blockIdx.y * M + ty * 8 + i) * n + blockIdx.x * M];
        *(float4 *)&row[tx * 4] = *(float4 *)&sum[i][0];
        *(float4 *)&row[M / 2 + tx * 4] = *(float4 *)&sum[i][4];
    }
}
// Tensor cores: a warp makes 16 x 16, from global memory.
__global__ void tensor_naive(const half *a, const half *b, float *c, int n) {
    int w = threadIdx.x / 32;
    int row = blockIdx.y * 32 + w / 2 * 16, col = blockIdx.x * 32 + w % 2 * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(x, a + row * n + k, n);
        wmma::load_matrix_sync(y, b + k * n + col, n);
        wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync(c + row * n + col, sum, n, wmma::mem_row_major);
}
// A block of 8 warps makes 128 x 128 through shared memory, 32 deep at a time.
__global__ void __launch_bounds__(256)
    tensor_tiled(const half *a, const half *b, float *c, int n) {
    __shared__ half x[128][40], y[32][136];
    int w = threadIdx.x / 32, row = w / 2 * 32, col = w % 2 * 64;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> v[4];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2][4];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);
    a += blockIdx.y * 128 * n;
    b += blockIdx.x * 128;
    for (int t = 0; t < n; t += 32) {
        for (int i = threadIdx.x; i < 512; i += 256) {
            int r = i / 4, q = i % 4 * 8, s = i / 16, z = i % 16 * 8;
            *(uint4 *)&x[r][q] = *(const uint4 *)&a[r * n + t + q];
            *(uint4 *)&y[s][z] = *(const uint4 *)&b[(t + s) * n + z];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            for (int i = 0; i < 2; i++)
                wmma::load_matrix_sync(u[i], &x[row + i * 16][k], 40);
            for (int j = 0; j < 4; j++)
                wmma::load_matrix_sync(v[j], &y[k][col + j * 16], 136);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++)
                    wmma::mma_sync(sum[i][j], u[i], v[j], sum[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            wmma::store_matrix_sync(c + (blockIdx.y * 128 + row + i * 16) * n +
                                        blockIdx.x * 128 + col + j * 16,
                                    sum[i][j], n, wmma::mem_row_major);
}
// Tensor cores and nothing else.
__global__ void tensor_only(float *c, int times) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4];
    wmma::fill_fragment(x, __float2half(.5f));
    wmma::fill_fragment(y, __float2half(.25f));
    for (int k = 0; k < 4; k++)
        wmma::fill_fragment(sum[k], 0.0f);
    for (int i = 0; i < times; i++)
        for (int k = 0; k < 4; k++)
            wmma::mma_sync(sum[k], x, y, sum[k]);
    for (int k = 0; k < 4; k++)
        wmma::store_matrix_sync(c + (INDEX / 32 * 4 + k) * 256, sum[k], 16,
                                wmma::mem_row_major);
}
__global__ void tensor_tf32(const float *a, const float *b, float *c, int n) {
    int w = threadIdx.x / 32;
    int row = blockIdx.y * 32 + w / 2 * 16, col = blockIdx.x * 32 + w % 2 * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                   wmma::row_major>
        x;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32,
                   wmma::row_major>
        y;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 8) {
        wmma::load_matrix_sync(x, a + row * n + k, n);
        wmma::load_matrix_sync(y, b + k * n + col, n);
        wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync(c + row * n + col, sum, n, wmma::mem_row_major);
}
__global__ void gemv(const float *a, const float *x, float *y, int n) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int k = lane; k < n; k += 32)
        sum += a[(size_t)row * n + k] * x[k];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) y[row] = sum;
}

#define ABC(n)  p.a, p.b, p.c, n
#define HABC(n) (const half *)p.a, (const half *)p.b, p.c, n
constexpr int N = 1024;
static dim3 square(int n, int block) {
    return dim3(n / block, n / block);
}

static const Variant gemms[] = {
    {"naive, 16 x 16",
     [](const Pool &p) { naive<<<square(N, 16), dim3(16, 16)>>>(ABC(N)); }},
    {"naive, 32 x 32",
     [](const Pool &p) { naive<<<square(N, 32), dim3(32, 32)>>>(ABC(N)); }},
    {"naive, lanes down a column, 512",
     [](const Pool &p) {
         naive_across<<<square(512, 16), dim3(16, 16)>>>(ABC(512));
     }},
    {"naive, 32 x 8, 512",
     [](const Pool &p) { naive<<<dim3(16, 64), dim3(32, 8)>>>(ABC(512)); }},
    {"tile of 16",
     [](const Pool &p) { tiled<16><<<square(N, 16), dim3(16, 16)>>>(ABC(N)); }},
    {"tile of 32",
     [](const Pool &p) { tiled<32><<<square(N, 32), dim3(32, 32)>>>(ABC(N)); }},
    {"4 x 4 a thread, 64 x 64 a block",
     [](const Pool &p) {
         registers<64, 16, 4><<<square(N, 64), 256>>>(ABC(N));
     }},
    {"8 x 8 a thread, 128 x 128 a block",
     [](const Pool &p) {
         registers<128, 8, 8><<<square(N, 128), 256>>>(ABC(N));
     }},
    {"8 x 8 a thread, float4, 128 x 128 a block",
     [](const Pool &p) { vectors<128, 8><<<square(N, 128), 256>>>(ABC(N)); }},
    {"8 x 8 a thread, float4, 64 x 64 a block",
     [](const Pool &p) { vectors<64, 16><<<square(N, 64), 64>>>(ABC(N)); }},
    {"tensor cores, from global memory",
     [](const Pool &p) { tensor_naive<<<square(N, 32), 128>>>(HABC(N)); }},
    {"tensor cores, 128 x 128 a block",
     [](const Pool &p) { tensor_tiled<<<square(N, 128), 256>>>(HABC(N)); }},
    {"tensor cores, 128 x 128 a block, 2048",
     [](const Pool &p) {
         tensor_tiled<<<square(2048, 128), 256>>>(HABC(2048));
     }},
    {"tensor cores alone",
     [](const Pool &p) { tensor_only<<<SMS * 4, 256>>>(p.c, 64); }},
    {"tensor cores, tf32, from global memory",
     [](const Pool &p) { tensor_tf32<<<square(N, 32), 128>>>(ABC(N)); }},
    {"8 x 8 a thread, float4, 128 x 128 a block, 2048 wide",
     [](const Pool &p) { vectors<128, 8><<<dim3(16, 8), 256>>>(ABC(2048)); }},
    {"matrix times vector, 4096 x 4096",
     [](const Pool &p) { gemv<<<512, 256>>>(p.a, p.b, p.c, 4096); }},
    {"matrix times vector, 1024 x 1024",
     [](const Pool &p) { gemv<<<128, 256>>>(p.a, p.b, p.c, 1024); }},
};
static Family gemm_family("gemm", gemms);

// ---- bodies

__global__ void bodies(const float4 *a, float4 *c, int n) {
    float4 me = a[INDEX];
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        float4 o = a[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        float r = rsqrtf(dx * dx + dy * dy + dz * dz + .01f),
              s = o.w * r * r * r;
        fx += dx * s;
        fy += dy * s;
        fz += dz * s;
    }
    c[INDEX] = make_float4(fx, fy, fz, 0);
}
__global__ void bodies_tile(const float4 *a, float4 *c, int n) {
    __shared__ float4 s[256];
    float4 me = a[INDEX];
    float fx = 0, fy = 0, fz = 0;
    for (int t = 0; t < n; t += 256) {
        s[threadIdx.x] = a[t + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; j++) {
            float4 o = s[j];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + .01f);
            float w = o.w * r * r * r;
            fx += dx * w;
            fy += dy * w;
            fz += dz * w;
        }
        __syncthreads();
    }
    c[INDEX] = make_float4(fx, fy, fz, 0);
}
__global__ void black_scholes(const float *a, const float *b, float *c, int n) {
    int i = INDEX;
    if (i >= n) return;
    float s = 20 + a[i], k = 18 + b[i], t = 1 + .1f * a[i];
    float root = .3f * sqrtf(t);
    float d1 = (logf(s / k) + (.02f + .045f) * t) / root, d2 = d1 - root;
    c[i] = s * normcdff(d1) - k * expf(-.02f * t) * normcdff(d2);
}
__global__ void gelu(const float *a, float *c, int n) {
    int i = INDEX;
    if (i >= n) return;
    float x = a[i];
    c[i] = .5f * x * (1 + tanhf(.79788456f * (x + .044715f * x * x * x)));
}
#define B4(n) (const float4 *)p.a, (float4 *)p.c, n
static const Variant body_list[] = {
    {"8192 bodies", [](const Pool &p) { bodies<<<32, 256>>>(B4(8192)); }},
    {"8192 bodies, tile",
     [](const Pool &p) { bodies_tile<<<32, 256>>>(B4(8192)); }},
    {"33792 bodies of 1024, tile",
     [](const Pool &p) { bodies_tile<<<132, 256>>>(B4(1024)); }},
    {"67584 bodies of 1024",
     [](const Pool &p) { bodies<<<264, 256>>>(B4(1024)); }},
    {"options, 4 Mi",
     [](const Pool &p) {
         black_scholes<<<4 * MI / 256, 256>>>(p.a, p.b, p.c, 4 * MI);
     }},
    {"gelu, 16 Mi",
     [](const Pool &p) { gelu<<<16 * MI / 256, 256>>>(p.a, p.c, 16 * MI); }},
};
static Family body_family("applications", body_list);
