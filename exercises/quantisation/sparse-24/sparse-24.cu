// A loses two of each four elements of a row, and is multiplied by mma.sp.
//
// TODO: choose what is kept (compress_kernel), and write the inner part of the product:
// the metadata, the fragments, mma.sp. The tiles are loaded, and the results stored.
#include <cuda_fp16.h>

const int BLOCK = 64;      // side of a block's tile of C
const int STEP = 64;       // columns of A for each visit to global memory
const int KEPT = STEP / 2; // of them are stored
const int THREADS = 128; // four warps, two by two
const int PITCH_A = KEPT + 8;
const int PITCH_B = BLOCK + 8;

// ---- what is kept

// A thread has 16 columns of a row: 8 elements that are kept, and one word of places.
__global__ void compress_kernel(const __half *a, __half *kept, unsigned short *places,
                                int words) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words) return;
    // TODO: of each four of the 16 elements from a + 16 * i keep the two largest in size.
    // They go to kept, 8 for each i, and the word with their places to places[i].
}

// ---- the product

// Rows of `width` halves of a tile, 8 of them (16 bytes) for each load.
template <int width, int pitch>
__device__ void load_tile(__half (*tile)[pitch], const __half *from, int row, int col,
                          int rows, int cols) {
    for (int i = threadIdx.x; i < 64 * (width / 8); i += THREADS) {
        int r = i / (width / 8), c = i % (width / 8) * 8;
        uint4 v = make_uint4(0, 0, 0, 0);
        if (row + r < rows && col + c < cols)
            v = *(const uint4 *)&from[(size_t)(row + r) * cols + col + c];
        *(uint4 *)&tile[r][c] = v;
    }
}

__device__ void load_matrices(unsigned *r, const __half *row) {
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at)
                 : "memory");
}

__device__ void load_transposed(unsigned *r, const __half *row) {
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
        : "r"(at)
        : "memory");
}

// TODO: sum += a * b by mma.sp: 16 x 8 results, 32 along k. The selector must be a
// constant: make it a parameter of a template, and pass it to asm as "n"(selector).

__global__ void product_kernel(const __half *kept, const unsigned short *places,
                               const __half *b, float *c, int m, int n, int k) {
    __shared__ __align__(16) __half as[BLOCK][PITCH_A];
    __shared__ __align__(16) __half bs[STEP][PITCH_B];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
    int my_row = warp / 2 * 32, my_col = warp % 2 * 32; // in the block's tile
    float sum[2][4][4] = {};                            // 2 x 4 tiles of 16 x 8

    for (int p = 0; p < k; p += STEP) {
        load_tile<KEPT>(as, kept, row, p / 2, m, k / 2);
        load_tile<BLOCK>(bs, b, p, col, k, n);
        // TODO: the words of places that this lane hands to mma.sp.
        __syncthreads(); // both tiles are complete
        // TODO: for each 32 of the STEP columns: fragments of as and bs, and 2 x 4 products.
        __syncthreads(); // nobody needs them any more
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            int r = row + my_row + i * 16 + lane / 4;
            int s = col + my_col + j * 8 + lane % 4 * 2;
            if (s >= n || r >= m) continue;
            float *to = &c[(size_t)r * n + s];
            *(float2 *)to = make_float2(sum[i][j][0], sum[i][j][1]);
            *(float2 *)(to + (size_t)8 * n) = make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

void product24(const __half *a, const __half *b, __half *kept, unsigned short *places,
               float *c, int m, int n, int k) {
    int words = m * (k / 16);
    if (words > 0)
        compress_kernel<<<(words + 255) / 256, 256>>>(a, kept, places, words);
    if (m == 0 || n == 0) return;
    dim3 grid((n + BLOCK - 1) / BLOCK, (m + BLOCK - 1) / BLOCK);
    product_kernel<<<grid, THREADS>>>(kept, places, b, c, m, n, k);
}
