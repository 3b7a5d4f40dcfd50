// rejected by: gate smem_requests (load_matrix_sync makes more requests than ldmatrix for the same fragment)
// A product on tensor cores whose tiles arrive while others are multiplied. A block has
// 128 x 128 results, each of its eight warps 64 x 32 of them.
//
//   step      0    1    2    3          STAGES tiles of A and B form a ring
//   copy      2    3    4    5     <-   under way: nobody waits for these
//   multiply  0    1    2    3     <-   complete
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

const int FRAG = 16;     // side of a fragment
const int BLOCK = 128;   // side of a block's tile of C
const int STEP = 32;     // along k, for each tile
const int STAGES = 3;    // tiles in the ring
const int THREADS = 256; // eight warps, two by four
const int DOWN = 4, ACROSS = 2; // fragments of a warp's results
const int PAD = 8;       // halves: rows begin in other banks, 16-byte aligned

struct Tiles {
    __half a[BLOCK][STEP + PAD], b[STEP][BLOCK + PAD];
};

// Starts the copies of a tile, 16 bytes each. The extents are multiples of 16, so a group
// of 8 halves lies inside or outside as a whole; outside it becomes zeros.
template <int ROWS, int COLS>
__device__ void copy_tile(__half (*tile)[COLS + PAD], const __half *from, int row,
                          int col, int rows, int cols) {
    const int GROUPS = COLS / 8;
#pragma unroll
    for (int i = threadIdx.x; i < ROWS * GROUPS; i += THREADS) {
        int r = i / GROUPS, c = i % GROUPS * 8;
        bool inside = row + r < rows && col + c < cols;
        const __half *at = inside ? from + (size_t)(row + r) * cols + col + c : from;
        __pipeline_memcpy_async(&tile[r][c], at, 16, inside ? 0 : 16);
    }
}

__global__ void __launch_bounds__(THREADS)
    product_kernel(const __half *a, const __half *b, float *c, int m, int n, int k) {
    extern __shared__ __align__(32) unsigned char room[];
    Tiles *ring = (Tiles *)room;
    int warp = threadIdx.x / 32;
    int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 32; // in the block's tile
    int steps = (k + STEP - 1) / STEP;

    // Commits in every step, also with nothing to fetch: the count of groups stays right.
    auto fetch = [&](int step) {
        Tiles &t = ring[step % STAGES];
        if (step < steps) {
            copy_tile<BLOCK, STEP>(t.a, a, row, step * STEP, m, k);
            copy_tile<STEP, BLOCK>(t.b, b, step * STEP, col, k, n);
        }
        __pipeline_commit();
    };

    wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, __half, wmma::row_major> fa[DOWN];
    wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, __half, wmma::row_major> fb[ACROSS];
    wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> sum[DOWN][ACROSS];
    for (int i = 0; i < DOWN; i++)
        for (int j = 0; j < ACROSS; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);

    for (int s = 0; s < STAGES - 1; s++)
        fetch(s);
    for (int s = 0; s < steps; s++) {
        __pipeline_wait_prior(STAGES - 2); // this thread's copies of tile s are there
        __syncthreads(); // everybody's are, and all warps are done with tile s - 1
        fetch(s + STAGES - 1); // into the place of tile s - 1
        Tiles &t = ring[s % STAGES];
#pragma unroll
        for (int q = 0; q < STEP; q += FRAG) {
            for (int i = 0; i < DOWN; i++)
                wmma::load_matrix_sync(fa[i], &t.a[my_row + i * FRAG][q], STEP + PAD);
            for (int j = 0; j < ACROSS; j++)
                wmma::load_matrix_sync(fb[j], &t.b[q][my_col + j * FRAG], BLOCK + PAD);
            for (int i = 0; i < DOWN; i++) // eight products for six loads
                for (int j = 0; j < ACROSS; j++)
                    wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
    }
    for (int i = 0; i < DOWN; i++)
        for (int j = 0; j < ACROSS; j++) {
            int r = row + my_row + i * FRAG, s = col + my_col + j * FRAG;
            if (r < m && s < n)
                wmma::store_matrix_sync(c + (size_t)r * n + s, sum[i][j], n,
                                        wmma::mem_row_major);
        }
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    // More than 48 KB of shared memory has to be allowed first.
    const int ROOM = STAGES * sizeof(Tiles);
    cudaFuncSetAttribute(product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM);
    dim3 grid((n + BLOCK - 1) / BLOCK, (m + BLOCK - 1) / BLOCK);
    product_kernel<<<grid, THREADS, ROOM>>>(a, b, c, m, n, k);
}
