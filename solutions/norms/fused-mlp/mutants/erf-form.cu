// rejected by: case small hidden values (gelu in its erf form)
// says: This is GELU in its erf form. The brief asks for the tanh form, which differs by up to 0.0005.
// gelu(x w1 + b1) w2 + b2 by two kernels, with the hidden values in global memory.
//
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int FRAG = 16;     // side of a fragment
const int BLOCK = 64;    // side of a block's tile of the result
const int STEP = 32;     // along k, for each visit to global memory
const int THREADS = 128; // four warps, two by two
const int PAD = 8;       // halves: rows begin in other banks, 16-byte aligned

__device__ float gelu(float u) {
    return 0.5f * u * (1.0f + erff(u * 0.70710678f));
}

__device__ void store(__half *to, float u) {
    *to = __float2half(gelu(u));
}

__device__ void store(float *to, float u) {
    *to = u;
}

// A tile of ROWS x COLS halves, 8 of them (16 bytes) for each load; zeros outside.
template <int ROWS, int COLS>
__device__ void load_tile(__half (*tile)[COLS + PAD], const __half *from, int row,
                          int col, int rows, int cols) {
    const int GROUPS = COLS / 8;
    for (int i = threadIdx.x; i < ROWS * GROUPS; i += THREADS) {
        int r = i / GROUPS, c = i % GROUPS * 8;
        uint4 v = make_uint4(0, 0, 0, 0);
        if (row + r < rows && col + c < cols)
            v = *(const uint4 *)&from[(size_t)(row + r) * cols + col + c];
        *(uint4 *)&tile[r][c] = v;
    }
}

const int DIM = 128;

__global__ void mlp_kernel(const __half *x, const __half *w1, const float *b1,
                           const __half *w2, const float *b2, float *out, int m, int d,
                           int h) {
    extern __shared__ __align__(32) char shared[];
    auto xs = (__half(*)[DIM + PAD])shared;                    // 64 x 128
    auto w1s = (__half(*)[STEP + PAD])(xs + BLOCK);            // 128 x 32
    auto hs = (__half(*)[STEP + PAD])(w1s + DIM);              // 64 x 32
    auto w2s = (__half(*)[DIM + PAD])(hs + BLOCK);             // 32 x 128
    auto stage = (float(*)[FRAG][FRAG])(w2s + STEP);           // 4 of 16 x 16
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * BLOCK;

    wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, __half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> sum[DIM / FRAG], hid;
    for (int j = 0; j < DIM / FRAG; j++) wmma::fill_fragment(sum[j], 0.0f);
    load_tile<BLOCK, DIM>(xs, x, row, 0, m, d);

    for (int c = 0; c < h; c += STEP) {
        load_tile<DIM, STEP>(w1s, w1, 0, c, d, h);
        load_tile<STEP, DIM>(w2s, w2, c, 0, h, d);
        __syncthreads();
        for (int j = 0; j < STEP / FRAG; j++) {
            wmma::fill_fragment(hid, 0.0f);
            for (int p = 0; p < d; p += FRAG) {
                wmma::load_matrix_sync(fa, &xs[warp * FRAG][p], DIM + PAD);
                wmma::load_matrix_sync(fb, &w1s[p][j * FRAG], STEP + PAD);
                wmma::mma_sync(hid, fa, fb, hid);
            }
            wmma::store_matrix_sync(stage[warp][0], hid, FRAG, wmma::mem_row_major);
            __syncwarp();
            for (int r = lane / 16; r < FRAG; r += 2) {
                int s = c + j * FRAG + lane % 16;
                float u = stage[warp][r][lane % 16] + (s < h ? b1[s] : 0.0f);
                hs[warp * FRAG + r][j * FRAG + lane % 16] = __float2half(gelu(u));
            }
            __syncwarp();
        }
        for (int p = 0; p < STEP; p += FRAG) {
            wmma::load_matrix_sync(fa, &hs[warp * FRAG][p], STEP + PAD);
#pragma unroll
            for (int j = 0; j < DIM / FRAG; j++) {
                if (j * FRAG >= d) break;
                wmma::load_matrix_sync(fb, &w2s[p][j * FRAG], DIM + PAD);
                wmma::mma_sync(sum[j], fa, fb, sum[j]);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < DIM / FRAG; j++) {
        wmma::store_matrix_sync(stage[warp][0], sum[j], FRAG, wmma::mem_row_major);
        __syncwarp();
        for (int r = lane / 16; r < FRAG; r += 2) {
            int rr = row + warp * FRAG + r, s = j * FRAG + lane % 16;
            if (rr < m && s < d) out[(size_t)rr * d + s] = stage[warp][r][lane % 16] + b2[s];
        }
        __syncwarp();
    }
}

// d is at most 128; d and h are multiples of 8.
void mlp(const __half *x, const __half *w1, const float *b1, const __half *w2,
         const float *b2, float *out, int m, int d, int h) {
    if (m == 0 || d == 0) return;
    int bytes = 2 * (BLOCK * (DIM + PAD) + DIM * (STEP + PAD) + BLOCK * (STEP + PAD) +
                     STEP * (DIM + PAD)) + 4 * 4 * FRAG * FRAG;
    cudaFuncSetAttribute(mlp_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    mlp_kernel<<<(m + BLOCK - 1) / BLOCK, THREADS, bytes>>>(x, w1, b1, w2, b2, out, m, d, h);
}
