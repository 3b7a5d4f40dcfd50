// rejected by: case products nearly cancel the bias | case (rounds the product to half before the bias is added)
// says: The product of x and w1 is rounded to half before b1 is added. Hidden values are rounded once, after GELU.
// gelu(x w1 + b1) w2 + b2 by one kernel, 32 hidden columns at a time.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int FRAG = 16;     // side of a fragment
const int BLOCK = 64;    // side of a block's tile of the result
const int STEP = 32;     // along k, for each visit to global memory
const int THREADS = 128; // four warps, two by two
const int PAD = 8;       // halves: rows begin in other banks, 16-byte aligned

__device__ float gelu(float u) {
    return 0.5f * u * (1.0f + tanhf(0.7978845608f * (u + 0.044715f * u * u * u)));
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


const int D = 128; // columns of x at the most

__global__ void mlp_kernel(const __half *x, const __half *w1, const float *b1, const __half *w2,
                           const float *b2, float *out, int m, int d, int h) {
    extern __shared__ __align__(32) char room[];
    auto xs = (__half(*)[D + PAD])room;
    auto w1s = (__half(*)[STEP + PAD])(xs + BLOCK);
    auto w2s = (__half(*)[D + PAD])(w1s + D);
    auto hs = (__half(*)[STEP + PAD])(w2s + STEP);
    auto stage = (float(*)[FRAG][STEP])(hs + BLOCK);
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * BLOCK, mine = warp * FRAG;
    wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, __half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> sum[D / FRAG], hid[2];
    for (int j = 0; j < D / FRAG; j++) wmma::fill_fragment(sum[j], 0.0f);
    load_tile<BLOCK, D>(xs, x, row, 0, m, d);
    for (int h0 = 0; h0 < h; h0 += STEP) {
        
        load_tile<D, STEP>(w1s, w1, 0, h0, d, h);
        load_tile<STEP, D>(w2s, w2, h0, 0, h, d);
        __syncthreads(); // tiles complete
        for (int j = 0; j < 2; j++) wmma::fill_fragment(hid[j], 0.0f);
        for (int q = 0; q < 8; q++) {
            wmma::load_matrix_sync(fa, &xs[mine][q * FRAG], D + PAD);
            for (int j = 0; j < 2; j++) {
                wmma::load_matrix_sync(fb, &w1s[q * FRAG][j * FRAG], STEP + PAD);
                wmma::mma_sync(hid[j], fa, fb, hid[j]);
            }
        }
        for (int j = 0; j < 2; j++)
            wmma::store_matrix_sync(&stage[warp][0][j * FRAG], hid[j], STEP, wmma::mem_row_major);
        __syncwarp();
        for (int r = 0; r < FRAG; r++) {
            int c = lane;
            float b1v = h0 + c < h ? b1[h0 + c] : 0.0f;
            hs[mine + r][c] = __float2half(gelu(__half2float(__float2half(stage[warp][r][c])) + b1v));
        }
        __syncwarp();
        for (int q = 0; q < 2; q++) {
            wmma::load_matrix_sync(fa, &hs[mine][q * FRAG], STEP + PAD);
            for (int j = 0; j < D / FRAG; j++) {
                wmma::load_matrix_sync(fb, &w2s[q * FRAG][j * FRAG], D + PAD);
                wmma::mma_sync(sum[j], fa, fb, sum[j]);
            }
        }
        __syncthreads(); // free again
    }
    for (int j = 0; j < D / FRAG; j++) {
        wmma::store_matrix_sync(&stage[warp][0][0], sum[j], STEP, wmma::mem_row_major);
        __syncwarp();
        int c = j * FRAG + lane % FRAG, r0 = row + mine;
        for (int r = lane / FRAG; r < FRAG; r += 2)
            if (r0 + r < m && c < d) out[(size_t)(r0 + r) * d + c] = stage[warp][r][lane % FRAG] + b2[c];
        __syncwarp();
    }
}

void mlp(const __half *x, const __half *w1, const float *b1, const __half *w2, const float *b2,
         float *out, int m, int d, int h) {
    if (m == 0 || d == 0) return;
    int bytes = 2 * (BLOCK * (D + PAD) + D * (STEP + PAD) + STEP * (D + PAD) + BLOCK * (STEP + PAD)) + 4 * FRAG * STEP * 4;
    cudaFuncSetAttribute(mlp_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    mlp_kernel<<<(m + BLOCK - 1) / BLOCK, THREADS, bytes>>>(x, w1, b1, w2, b2, out, m, d, h);
}
