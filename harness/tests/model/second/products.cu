// Second set: matrix products of other shapes, types and tilings.
#include "../variants.h"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

namespace {

// a thread makes R results below each other; a from global memory
template <int R>
__global__ void rows_down(const float *a, const float *b, float *c, int n) {
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = (blockIdx.y * blockDim.y + threadIdx.y) * R;
    float sum[R] = {};
    for (int k = 0; k < n; k++) {
        float v = b[k * n + col];
#pragma unroll
        for (int r = 0; r < R; r++)
            sum[r] += a[(row + r) * n + k] * v;
    }
    for (int r = 0; r < R; r++)
        c[(row + r) * n + col] = sum[r];
}
// tiles of 32 x 32 by 32 x 8 threads
__global__ void coarse(const float *a, const float *b, float *c, int n) {
    __shared__ float x[32][33], y[32][33];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * 32 + tx, row = blockIdx.y * 32;
    float sum[4] = {};
    for (int t = 0; t < n; t += 32) {
        for (int i = ty; i < 32; i += 8) {
            x[i][tx] = a[(row + i) * n + t + tx];
            y[i][tx] = b[(t + i) * n + col];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k++)
#pragma unroll
            for (int r = 0; r < 4; r++)
                sum[r] += x[ty + r * 8][k] * y[k][tx];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        c[(row + ty + r * 8) * n + col] = sum[r];
}
// a times b transposed: both are read along their rows
template <typename T>
__global__ void by_rows(const T *a, const T *b, T *c, int n) {
    __shared__ T x[16][17], y[16][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16, col = blockIdx.x * 16;
    T sum = 0;
    for (int t = 0; t < n; t += 16) {
        x[ty][tx] = a[(row + ty) * n + t + tx];
        y[ty][tx] = b[(col + ty) * n + t + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
            sum += x[ty][k] * y[tx][k];
        __syncthreads();
    }
    c[(row + ty) * n + col + tx] = sum;
}
// M x N a block, RM x RN a thread, K deep; the next tile is fetched to
// registers while this one is used
template <int M, int N, int K, int RM, int RN>
__global__ void __launch_bounds__((M / RM) * (N / RN))
    ahead(const float *a, const float *b, float *c, int n, int depth) {
    constexpr int W = N / RN, THREADS = (M / RM) * W;
    constexpr int LA = M * K / THREADS, LB = N * K / THREADS;
    __shared__ float x[2][K][M + 1], y[2][K][N];
    int tx = threadIdx.x % W, ty = threadIdx.x / W;
    float sum[RM][RN] = {}, p[LA], q[LB];
    a += blockIdx.y * M * depth;
    b += blockIdx.x * N;
    auto fetch = [&](int t) {
#pragma unroll
        for (int k = 0; k < LA; k++) {
            int i = threadIdx.x + k * THREADS;
            p[k] = a[i / K * depth + t + i % K];
        }
#pragma unroll
        for (int k = 0; k < LB; k++) {
            int i = threadIdx.x + k * THREADS;
            q[k] = b[(t + i / N) * n + i % N];
        }
    };
    auto put = [&](int buffer) {
#pragma unroll
        for (int k = 0; k < LA; k++) {
            int i = threadIdx.x + k * THREADS;
            x[buffer][i % K][i / K] = p[k];
        }
#pragma unroll
        for (int k = 0; k < LB; k++) {
            int i = threadIdx.x + k * THREADS;
            y[buffer][i / N][i % N] = q[k];
        }
    };
    fetch(0);
    put(0);
    __syncthreads();
    for (int t = 0, at = 0; t < depth; t += K, at ^= 1) {
        if (t + K < depth) fetch(t + K);
#pragma unroll
        for (int k = 0; k < K; k++) {
            float u[RM], v[RN];
#pragma unroll
            for (int i = 0; i < RM; i++)
                u[i] = x[at][k][ty * RM + i];
#pragma unroll
            for (int j = 0; j < RN; j++)
                v[j] = y[at][k][tx + j * W];
#pragma unroll
            for (int i = 0; i < RM; i++)
#pragma unroll
                for (int j = 0; j < RN; j++)
                    sum[i][j] += u[i] * v[j];
        }
        if (t + K < depth) put(at ^ 1);
        __syncthreads();
    }
    for (int i = 0; i < RM; i++)
        for (int j = 0; j < RN; j++)
            c[(blockIdx.y * M + ty * RM + i) * n + blockIdx.x * N + tx +
              j * W] = sum[i][j];
}
// products of halves on the ordinary cores, two columns at a time
__global__ void in_halves(const __half *a, const __half2 *b, __half2 *c,
                          int n) {
    __shared__ __half x[32][32];
    __shared__ __half2 y[32][33];
    int tx = threadIdx.x, ty = threadIdx.y, half_n = n / 2;
    int col = blockIdx.x * 32 + tx, row = blockIdx.y * 32;
    __half2 sum[4];
    for (int r = 0; r < 4; r++)
        sum[r] = __floats2half2_rn(0, 0);
    for (int t = 0; t < n; t += 32) {
        for (int i = ty; i < 32; i += 8) {
            x[i][tx] = a[(row + i) * n + t + tx];
            y[i][tx] = b[(t + i) * half_n + col];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k++)
#pragma unroll
            for (int r = 0; r < 4; r++)
                sum[r] =
                    __hfma2(__half2half2(x[ty + r * 8][k]), y[k][tx], sum[r]);
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        c[(row + ty + r * 8) * half_n + col] = sum[r];
}
// a part of the depth a block, results added up
__global__ void split(const float *a, const float *b, float *c, int n,
                      int part) {
    __shared__ float x[16][16], y[16][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * 16 + tx, row = blockIdx.y * 16 + ty;
    float sum = 0;
    for (int t = blockIdx.z * part; t < (int)(blockIdx.z + 1) * part; t += 16) {
        x[ty][tx] = a[row * n + t + tx];
        y[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
            sum += x[ty][k] * y[k][tx];
        __syncthreads();
    }
    atomicAdd(&c[row * n + col], sum);
}
// many small ones: a block each, 16 x 16
__global__ void small_ones(const float *a, const float *b, float *c) {
    __shared__ float x[256], y[256];
    size_t at = (size_t)blockIdx.x * 256 + threadIdx.x;
    x[threadIdx.x] = a[at];
    y[threadIdx.x] = b[at];
    __syncthreads();
    int row = threadIdx.x / 16 * 16, col = threadIdx.x % 16;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 16; k++)
        sum += x[row + k] * y[k * 16 + col];
    c[at] = sum;
}
// the transposed matrix times a vector: a thread a column
__global__ void times_columns(const float *a, const float *x, float *y, int n,
                              int rows) {
    float sum = 0;
    int from = blockIdx.y * rows;
    for (int k = from; k < from + rows; k++)
        sum += a[(size_t)k * n + INDEX] * x[k];
    atomicAdd(&y[INDEX], sum);
}
// a matrix times 4 vectors: a block a row
__global__ void times_four(const float4 *a, const float4 *x, float4 *y, int n) {
    __shared__ float part[8][4];
    const float4 *row = a + (size_t)blockIdx.x * n;
    float sum[4] = {};
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        float4 v = row[k];
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float4 w = x[i * n + k];
            sum[i] += v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
        }
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        for (int d = 16; d > 0; d /= 2)
            sum[i] += __shfl_xor_sync(~0u, sum[i], d);
        if (threadIdx.x % 32 == 0) part[threadIdx.x / 32][i] = sum[i];
    }
    __syncthreads();
    if (threadIdx.x) return;
    float out[4] = {};
    for (unsigned w = 0; w < blockDim.x / 32; w++)
        for (int i = 0; i < 4; i++)
            out[i] += part[w][i];
    y[blockIdx.x] = make_float4(out[0], out[1], out[2], out[3]);
}
// bytes, four products at a time
__global__ void of_bytes(const int *a, const int *b, int *c, int n) {
    __shared__ int x[16][17], y[16][17];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * 16, col = blockIdx.x * 16, words = n / 4, sum = 0;
    for (int t = 0; t < words; t += 16) {
        x[ty][tx] = a[(row + ty) * words + t + tx];
        y[ty][tx] = b[(col + ty) * words + t + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++)
            sum = __dp4a(x[ty][k], y[tx][k], sum);
        __syncthreads();
    }
    c[(row + ty) * n + col + tx] = sum;
}
// Tensor cores: WM x WN warps, each FM x FN fragments, D deep at a time
template <int WM, int WN, int FM, int FN, int D>
__global__ void __launch_bounds__(WM *WN * 32)
    tensor_block(const half *a, const half *b, float *c, int n) {
    constexpr int BM = WM * FM * 16, BN = WN * FN * 16, T = WM * WN * 32;
    __shared__ half x[BM][D + 8], y[D][BN + 8];
    int w = threadIdx.x / 32, row = w / WN * FM * 16, col = w % WN * FN * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[FM][FN];
    for (int i = 0; i < FM; i++)
        for (int j = 0; j < FN; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);
    a += blockIdx.y * BM * n;
    b += blockIdx.x * BN;
    for (int t = 0; t < n; t += D) {
        for (int i = threadIdx.x; i < BM * D / 8; i += T) {
            int r = i / (D / 8), q = i % (D / 8) * 8;
            *(uint4 *)&x[r][q] = *(const uint4 *)&a[r * n + t + q];
        }
        for (int i = threadIdx.x; i < BN * D / 8; i += T) {
            int r = i / (BN / 8), q = i % (BN / 8) * 8;
            *(uint4 *)&y[r][q] = *(const uint4 *)&b[(t + r) * n + q];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < D; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>
                u[FM];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>
                v[FN];
            for (int i = 0; i < FM; i++)
                wmma::load_matrix_sync(u[i], &x[row + i * 16][k], D + 8);
            for (int j = 0; j < FN; j++)
                wmma::load_matrix_sync(v[j], &y[k][col + j * 16], BN + 8);
            for (int i = 0; i < FM; i++)
                for (int j = 0; j < FN; j++)
                    wmma::mma_sync(sum[i][j], u[i], v[j], sum[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < FM; i++)
        for (int j = 0; j < FN; j++)
            wmma::store_matrix_sync(c + (blockIdx.y * BM + row + i * 16) * n +
                                        blockIdx.x * BN + col + j * 16,
                                    sum[i][j], n, wmma::mem_row_major);
}
template <int CHAINS> __global__ void tensor_chain(float *c, int times) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[CHAINS];
    wmma::fill_fragment(x, __float2half(.125f));
    wmma::fill_fragment(y, __float2half(.5f));
    for (int k = 0; k < CHAINS; k++)
        wmma::fill_fragment(sum[k], (float)k);
    for (int i = 0; i < times; i++)
        for (int k = 0; k < CHAINS; k++)
            wmma::mma_sync(sum[k], x, y, sum[k]);
    for (int k = 0; k < CHAINS; k++)
        wmma::store_matrix_sync(c + (INDEX / 32 * CHAINS + k) * 256, sum[k], 16,
                                wmma::mem_row_major);
}

#define ABC(n)  p.a, p.b, p.c, n
#define HABC(n) (const half *)p.a, (const half *)p.b, p.c, n
dim3 tiles(int n, int x, int y) {
    return dim3(n / x, n / y);
}
const Variant products[] = {
    {"4 rows a thread, a from global memory, 1024",
     [](const Pool &p) {
         rows_down<4><<<tiles(1024, 32, 32), dim3(32, 8)>>>(ABC(1024));
     }},
    {"tile of 32 by 32 x 8 threads, 1024",
     [](const Pool &p) {
         coarse<<<tiles(1024, 32, 32), dim3(32, 8)>>>(ABC(1024));
     }},
    {"rows by rows, padded tiles of 16, 768",
     [](const Pool &p) {
         by_rows<float><<<tiles(768, 16, 16), dim3(16, 16)>>>(ABC(768));
     }},
    {"doubles, rows by rows, tiles of 16, 512",
     [](const Pool &p) {
         by_rows<double><<<tiles(512, 16, 16), dim3(16, 16)>>>(
             (double *)p.a, (double *)p.b, (double *)p.c, 512);
     }},
    {"fetched ahead, 64 x 64 a block, 4 x 4 a thread, 1024",
     [](const Pool &p) {
         ahead<64, 64, 8, 4, 4><<<tiles(1024, 64, 64), 256>>>(ABC(1024), 1024);
     }},
    {"fetched ahead, 128 x 64 a block, 8 x 4 a thread, 1536",
     [](const Pool &p) {
         ahead<128, 64, 8, 8, 4>
             <<<dim3(24, 8), 256>>>(p.a, p.b, p.c, 1536, 1024);
     }},
    {"halves on ordinary cores, tile of 32 x 64, 1024",
     [](const Pool &p) {
         in_halves<<<dim3(16, 32), dim3(32, 8)>>>((__half *)p.a, (__half2 *)p.b,
                                                  (__half2 *)p.c, 1024);
     }},
    {"depth split in 8, 384",
     [](const Pool &p) {
         split<<<dim3(24, 24, 8), dim3(16, 16)>>>(p.a, p.b, p.c, 384, 48);
     }},
    {"16 Ki products of 16 x 16",
     [](const Pool &p) { small_ones<<<16384, 256>>>(p.a, p.b, p.c); }},
    {"matrix times 4 vectors, 2048 x 4096",
     [](const Pool &p) {
         times_four<<<2048, 256>>>((const float4 *)p.a, (const float4 *)p.b,
                                   (float4 *)p.c, 1024);
     }},
    {"columns times a vector, 4096 x 4096",
     [](const Pool &p) {
         times_columns<<<dim3(16, 32), 256>>>(p.a, p.b, p.c, 4096, 128);
     }},
    {"bytes, dp4a, tiles of 16, 1024",
     [](const Pool &p) {
         of_bytes<<<tiles(1024, 16, 16), dim3(16, 16)>>>((int *)p.a, (int *)p.b,
                                                         (int *)p.c, 1024);
     }},
    {"tensor cores, 64 x 64 a block, 2 x 2 warps, 1024",
     [](const Pool &p) {
         tensor_block<2, 2, 2, 2, 32><<<tiles(1024, 64, 64), 128>>>(HABC(1024));
     }},
    {"tensor cores, 128 x 64 a block, 4 x 2 warps, 1536",
     [](const Pool &p) {
         tensor_block<4, 2, 2, 2, 16>
             <<<tiles(1536, 64, 128), 256>>>(HABC(1536));
     }},
    {"tensor cores, 32 x 32 a block, a warp, 768",
     [](const Pool &p) {
         tensor_block<1, 1, 2, 2, 32><<<tiles(768, 32, 32), 32>>>(HABC(768));
     }},
    {"tensor cores, one chain, 8 warps an SM",
     [](const Pool &p) { tensor_chain<1><<<SMS, 256>>>(p.c, 512); }},
    {"2 x 2 a thread, fetched ahead, 32 x 32 a block, 768",
     [](const Pool &p) {
         ahead<32, 32, 16, 2, 2><<<tiles(768, 32, 32), 256>>>(ABC(768), 768);
     }},
    {"tensor cores, two chains, 4 warps an SM",
     [](const Pool &p) { tensor_chain<2><<<SMS, 128>>>(p.c, 512); }},
};
Family product_family("gemm", products, 2);

} // namespace
