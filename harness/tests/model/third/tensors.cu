// Third set: matrix products on tensor cores.
#include "../variants.h"

#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <vector>

using namespace nvcuda;

namespace {

// A warp makes X x Y from global memory; b lies by columns.
template <typename T, typename S, int X, int Y>
__global__ void warp_alone(const T *a, const T *b, S *c, int n) {
    int w = threadIdx.x / 32;
    int row = (blockIdx.y * 2 + w / 2) * X, col = (blockIdx.x * 2 + w % 2) * Y;
    wmma::fragment<wmma::matrix_a, X, Y, 16, T, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, X, Y, 16, T, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, X, Y, 16, S> sum;
    wmma::fill_fragment(sum, S(0));
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(x, a + row * n + k, n);
        wmma::load_matrix_sync(y, b + col * n + k, n);
        wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync(c + row * n + col, sum, n, wmma::mem_row_major);
}
// 64 x 128 a block of 4 warps; halves are added up as halves
__global__ void __launch_bounds__(128)
    all_halves(const half *a, const half *b, half *c, int n) {
    __shared__ alignas(16) half x[64][24], y[16][136];
    int w = threadIdx.x / 32, row = w / 2 * 32, col = w % 2 * 64;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum[2][4];
    for (int i = 0; i < 8; i++)
        wmma::fill_fragment(sum[i / 4][i % 4], __float2half(0));
    a += blockIdx.y * 64 * n;
    b += blockIdx.x * 128;
    for (int d = 0; d < n; d += 16) {
        int t = threadIdx.x;
        *(uint4 *)&x[t / 2][t % 2 * 8] =
            *(const uint4 *)&a[t / 2 * n + d + t % 2 * 8];
        for (int i = t; i < 256; i += 128)
            *(uint4 *)&y[i / 16][i % 16 * 8] =
                *(const uint4 *)&b[(d + i / 16) * n + i % 16 * 8];
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u[2];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> v;
        for (int i = 0; i < 2; i++)
            wmma::load_matrix_sync(u[i], &x[row + i * 16][0], 24);
        for (int j = 0; j < 4; j++) {
            wmma::load_matrix_sync(v, &y[0][col + j * 16], 136);
            for (int i = 0; i < 2; i++)
                wmma::mma_sync(sum[i][j], u[i], v, sum[i][j]);
        }
        __syncthreads();
    }
    c += (blockIdx.y * 64 + row) * n + blockIdx.x * 128 + col;
    for (int i = 0; i < 8; i++)
        wmma::store_matrix_sync(c + i / 4 * 16 * n + i % 4 * 16,
                                sum[i / 4][i % 4], n, wmma::mem_row_major);
}
// 128 x 128 a block of 8 warps, 32 deep; a tile is under way meanwhile
__global__ void __launch_bounds__(256)
    tiles_ahead(const half *a, const half *b, float *c, int n) {
    __shared__ alignas(16) half x[2][128][40], y[2][32][136];
    int w = threadIdx.x / 32, row = w / 4 * 64, col = w % 4 * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
    for (int i = 0; i < 8; i++)
        wmma::fill_fragment(sum[i / 2][i % 2], 0.0f);
    a += blockIdx.y * 128 * n;
    b += blockIdx.x * 128;
    auto fetch = [&](int d, int to) {
        for (int i = threadIdx.x; i < 512; i += 256) {
            __pipeline_memcpy_async(&x[to][i / 4][i % 4 * 8],
                                    &a[i / 4 * n + d + i % 4 * 8], 16);
            __pipeline_memcpy_async(&y[to][i / 16][i % 16 * 8],
                                    &b[(d + i / 16) * n + i % 16 * 8], 16);
        }
        __pipeline_commit();
    };
    fetch(0, 0);
    for (int d = 0, at = 0; d < n; d += 32, at ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (d + 32 < n) fetch(d + 32, at ^ 1);
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>
                v[2];
            for (int j = 0; j < 2; j++)
                wmma::load_matrix_sync(v[j], &y[at][k][col + j * 16], 136);
            for (int i = 0; i < 4; i++) {
                wmma::load_matrix_sync(u, &x[at][row + i * 16][k], 40);
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(sum[i][j], u, v[j], sum[i][j]);
            }
        }
    }
    c += (blockIdx.y * 128 + row) * n + blockIdx.x * 128 + col;
    for (int i = 0; i < 8; i++)
        wmma::store_matrix_sync(c + i / 2 * 16 * n + i % 2 * 16,
                                sum[i / 2][i % 2], n, wmma::mem_row_major);
}
// The instruction itself, its words loaded from shared memory by ldmatrix:
// 64 x 64 a block of 4 warps, a warp 32 x 32. b lies by columns.
__device__ void load_4(unsigned (&r)[4], const half *at) {
    unsigned from = (unsigned)__cvta_generic_to_shared(at);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
                 "{%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(from));
}
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], unsigned b0,
                         unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0),
                   "r"(b1));
}
__global__ void __launch_bounds__(128)
    by_hand(const half *a, const half *b, float *c, int n) {
    __shared__ alignas(16) half x[64][40], y[64][40];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    int row = w / 2 * 32, col = w % 2 * 32;
    float sum[2][4][4] = {};
    a += blockIdx.y * 64 * n;
    b += blockIdx.x * 64 * n;
    for (int d = 0; d < n; d += 32) {
        for (int i = t; i < 256; i += 128) {
            int r = i / 4, q = i % 4 * 8;
            *(uint4 *)&x[r][q] = *(const uint4 *)&a[r * n + d + q];
            *(uint4 *)&y[r][q] = *(const uint4 *)&b[r * n + d + q];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k += 16) {
            unsigned u[2][4], v[2][4];
            for (int i = 0; i < 2; i++) {
                load_4(u[i], &x[row + i * 16 + lane % 16][k + lane / 16 * 8]);
                load_4(v[i], &y[col + i * 16 + lane % 16][k + lane / 16 * 8]);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++)
                    multiply(sum[i][j], u[i], v[j / 2][j % 2],
                             v[j / 2][j % 2 + 2]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            float *to = c + (blockIdx.y * 64 + row + i * 16 + lane / 4) * n +
                        blockIdx.x * 64 + col + j * 8 + lane % 4 * 2;
            *(float2 *)to = make_float2(sum[i][j][0], sum[i][j][1]);
            *(float2 *)(to + 8 * n) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}
// heads of attention: scores of 128 queries and 128 keys of 64, a block each
__global__ void scores(const half *q, const half *k, float *c) {
    int w = threadIdx.x / 32;
    q += (size_t)blockIdx.x * 128 * 64 + w * 32 * 64;
    k += (size_t)blockIdx.x * 128 * 64;
    c += (size_t)blockIdx.x * 128 * 128 + w * 32 * 128;
    for (int j = 0; j < 128; j += 16) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2];
        for (int i = 0; i < 2; i++)
            wmma::fill_fragment(sum[i], 0.0f);
        for (int d = 0; d < 64; d += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> v;
            wmma::load_matrix_sync(v, k + j * 64 + d, 64);
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(u, q + i * 16 * 64 + d, 64);
                wmma::mma_sync(sum[i], u, v, sum[i]);
            }
        }
        for (int i = 0; i < 2; i++) {
            for (int e = 0; e < sum[i].num_elements; e++)
                sum[i].x[e] *= .125f;
            wmma::store_matrix_sync(c + i * 16 * 128 + j, sum[i], 128,
                                    wmma::mem_row_major);
        }
    }
}

void brain_floats(const Pool &p) { // 1 to 1.99, two a word
    std::vector<uint32_t> v(MI);
    Random r(91);
    for (uint32_t &x : v)
        x = (r.next() & 0x007f007f) | 0x3f803f80;
    pool_index(p, v.data(), v.size());
}
#define HALVES (const half *)p.a, (const half *)p.b
const Variant products[] = {
    {"tensor cores, bfloat16, from global memory, 768",
     [](const Pool &p) {
         warp_alone<__nv_bfloat16, float, 16, 16><<<dim3(24, 24), 128>>>(
             (const __nv_bfloat16 *)p.index,
             (const __nv_bfloat16 *)p.index + MI, p.c, 768);
     },
     brain_floats},
    {"tensor cores, bytes, from global memory, 1024",
     [](const Pool &p) {
         warp_alone<signed char, int, 16, 16><<<dim3(32, 32), 128>>>(
             (const signed char *)p.a, (const signed char *)p.b, (int *)p.c,
             1024);
     }},
    {"tensor cores, 32 x 8 a warp, from global memory, 768",
     [](const Pool &p) {
         warp_alone<half, float, 32, 8>
             <<<dim3(48, 12), 128>>>(HALVES, p.c, 768);
     }},
    {"tensor cores, halves added up as halves, 1536",
     [](const Pool &p) {
         all_halves<<<dim3(12, 24), 128>>>(HALVES, (half *)p.c, 1536);
     }},
    {"tensor cores, copies under way, 128 x 128 a block, 1536",
     [](const Pool &p) {
         tiles_ahead<<<dim3(12, 12), 256>>>(HALVES, p.c, 1536);
     }},
    {"tensor cores by hand, 64 x 64 a block, 1024",
     [](const Pool &p) { by_hand<<<dim3(16, 16), 128>>>(HALVES, p.c, 1024); }},
    {"tensor cores by hand, 64 x 64 a block, 1856",
     [](const Pool &p) { by_hand<<<dim3(29, 29), 128>>>(HALVES, p.c, 1856); }},
    {"tensor cores, 512 heads of 128 x 128 scores",
     [](const Pool &p) { scores<<<512, 128>>>(HALVES, p.c); }},
};
Family tensor_family("gemm", products, 3);

} // namespace
