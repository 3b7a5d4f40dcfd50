// A product on tensor cores by mma.sync: c = a * b.
//
// A block has 64 x 64 results, each of its four warps 32 x 32 of them. The tiles in
// shared memory are there already.
//
// TODO: write device functions for ldmatrix, for ldmatrix with .trans, and for mma.sync
// (inline PTX). Multiply with them, and store what each lane holds.
#include <cuda_fp16.h>

const int BLOCK = 64;     // side of a block's tile of C
const int STEP = 64;      // along k, for each visit to global memory
const int THREADS = 128;  // four warps, two by two
const int PITCH = 64;     // halves from row to row

// A tile of 64 x 64 halves, 8 of them (16 bytes) for each load. The extents are
// multiples of 16, so that a group of 8 lies inside or outside as a whole.
__device__ void load_tile(__half (*tile)[PITCH], const __half *from, int row, int col,
                          int rows, int cols) {
    for (int i = threadIdx.x; i < 64 * 8; i += THREADS) {
        int r = i / 8, c = i % 8 * 8;
        uint4 v = make_uint4(0, 0, 0, 0);
        if (row + r < rows && col + c < cols)
            v = *(const uint4 *)&from[(size_t)(row + r) * cols + col + c];
        *(uint4 *)&tile[r][c] = v;
    }
}

__global__ void product_kernel(const __half *a, const __half *b, float *c, int m,
                               int n, int k) {
    __shared__ __align__(16) __half as[BLOCK][PITCH];
    __shared__ __align__(16) __half bs[STEP][PITCH];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
    int my_row = warp / 2 * 32, my_col = warp % 2 * 32; // in the block's tile
    float sum[2][4][4] = {};                            // 2 x 4 tiles of 16 x 8

    for (int p = 0; p < k; p += STEP) {
        load_tile(as, a, row, p, m, k);
        load_tile(bs, b, p, col, k, n);
        __syncthreads(); // both tiles are complete
        // TODO: for each 16 of the STEP: load 2 fragments of as and 4 of bs, and add
        // their 8 products to sum.
        __syncthreads(); // nobody needs them any more
    }
    // TODO: sum[i][j] is this lane's part of a tile of 16 x 8. Store it where it belongs,
    // if that lies inside of c.
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + BLOCK - 1) / BLOCK, (m + BLOCK - 1) / BLOCK);
    product_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
