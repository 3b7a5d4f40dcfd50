// rejected by: case many columns (room for 4096 numbers of the bias in constant memory)
// gelu(A B + bias) by one kernel.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int FRAG = 16;     // side of a fragment
const int BLOCK = 64;    // side of a block's tile of the result
const int STEP = 32;     // along k, for each visit to global memory
const int THREADS = 128; // four warps, two by two
const int PAD = 8;       // halves: rows begin in other banks, 16-byte aligned

// One for each column.
const int ROOM = 4096;
__constant__ float biases[ROOM];

__device__ float gelu(float u) {
    return 0.5f * u * (1.0f + tanhf(0.7978845608f * (u + 0.044715f * u * u * u)));
}

// A tile of ROWS x COLS halves, 8 of them (16 bytes) for each load. Rows have a
// multiple of 8 halves, so that a group of 8 lies inside or outside as a whole.
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

__global__ void product_kernel(const __half *a, const __half *b, __half *c, int m,
                               int n, int k) {
    __shared__ __align__(32) float stages[THREADS / 32][FRAG][FRAG];
    __shared__ __align__(32) __half as[BLOCK][STEP + PAD];
    __shared__ __align__(32) __half bs[STEP][BLOCK + PAD];
    int warp = threadIdx.x / 32;
    int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
    int my_row = warp / 2 * 32, my_col = warp % 2 * 32; // in the block's tile

    wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, __half, wmma::row_major> fa[2];
    wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, __half, wmma::row_major> fb[2];
    wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> sum[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);

    for (int p = 0; p < k; p += STEP) {
        load_tile<BLOCK, STEP>(as, a, row, p, m, k);
        load_tile<STEP, BLOCK>(bs, b, p, col, k, n);
        __syncthreads(); // both tiles are complete
        for (int q = 0; q < STEP; q += FRAG) {
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &as[my_row + i * FRAG][q], STEP + PAD);
                wmma::load_matrix_sync(fb[i], &bs[q][my_col + i * FRAG], BLOCK + PAD);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
        __syncthreads(); // nobody needs them any more
    }
    // A lane has two neighbouring columns of every fourth row of a fragment.
    float(*stage)[FRAG] = stages[warp];
    int lane = threadIdx.x % 32, x = lane % 8 * 2;
    for (int j = 0; j < 2; j++) {
        int s = col + my_col + j * FRAG + x;
        float b0 = biases[min(s, ROOM - 2)], b1 = biases[min(s + 1, ROOM - 1)];
        for (int i = 0; i < 2; i++) {
            wmma::store_matrix_sync(&stage[0][0], sum[i][j], FRAG, wmma::mem_row_major);
            __syncwarp();
            for (int y = lane / 8; y < FRAG; y += 4) {
                int r = row + my_row + i * FRAG + y;
                if (r < m && s < n)
                    *(__half2 *)&c[(size_t)r * n + s] = __floats2half2_rn(
                        gelu(stage[y][x] + b0), gelu(stage[y][x + 1] + b1));
            }
            __syncwarp();
        }
    }
}

void linear_gelu(const __half *a, const __half *b, const float *bias, __half *c,
                 int m, int n, int k) {
    if (m == 0 || n == 0) return;

    cudaMemcpyToSymbolAsync(biases, bias, sizeof(float) * min(n, ROOM), 0,
                            cudaMemcpyDeviceToDevice, 0);
    dim3 grid((n + BLOCK - 1) / BLOCK, (m + BLOCK - 1) / BLOCK);
    product_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
