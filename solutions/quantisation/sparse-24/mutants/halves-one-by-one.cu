// rejected by: gate traffic (each element of A is loaded by itself)
// A loses two of each four elements of a row, and is multiplied by mma.sp.
#include <cuda_fp16.h>

const int BLOCK = 64;      // side of a block's tile of C
const int STEP = 128;      // columns of A for each visit to global memory
const int KEPT = STEP / 2; // of them are stored
const int THREADS = 128;   // four warps, two by two
const int PITCH =
    64 + 8; // halves from row to row: 8 rows begin in 8 groups of banks

// ---- what is kept

// A thread has a group of four. All threads of a warp are there: m is a
// multiple of 16, and k of 32.
__global__ void compress_kernel(const __half *a, __half *kept,
                                unsigned short *places, int groups) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= groups) return;
    const __half *g = &a[(size_t)4 * i];
    float v[4];
    for (int e = 0; e < 4; e++)
        v[e] = fabsf(__half2float(g[e]));
    int p = 0;
    for (int e = 1; e < 4; e++)
        if (v[e] > v[p]) p = e;
    int q = p == 0 ? 1 : 0;
    for (int e = 0; e < 4; e++)
        if (e != p && v[e] > v[q]) q = e;
    int first = min(p, q), second = max(p, q);
    kept[(size_t)2 * i] = g[first];
    kept[(size_t)2 * i + 1] = g[second];
    unsigned word = (first | second << 2) << i % 4 * 4;
    word |= __shfl_xor_sync(__activemask(), word, 1);
    word |= __shfl_xor_sync(__activemask(), word, 2);
    if (i % 4 == 0) places[i / 4] = word;
}

// ---- the product

// `height` rows of 64 halves, 8 of them (16 bytes) for each load. What lies
// outside of the matrix is 0. The extents are multiples of 8: so a load is
// inside or outside.
__device__ void load_tile(__half (*tile)[PITCH], int height, const __half *from,
                          int row, int col, int rows, int cols) {
    for (int i = threadIdx.x; i < height * 8; i += THREADS) {
        int r = i / 8, c = i % 8 * 8;
        uint4 v = make_uint4(0, 0, 0, 0);
        if (row + r < rows && col + c < cols)
            v = *(const uint4 *)&from[(size_t)(row + r) * cols + col + c];
        *(uint4 *)&tile[r][c] = v;
    }
}

__device__ void load_matrices(unsigned *r, const __half *row) {
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
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

template <int SELECTOR>
__device__ void multiply(float *sum, const unsigned *a, const unsigned *b,
                         unsigned meta) {
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32."
                 "f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, "
                 "{%0, %1, %2, %3}, %12, %13;"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
                   "r"(b[1]), "r"(b[2]), "r"(b[3]), "r"(meta), "n"(SELECTOR));
}

__global__ void product_kernel(const __half *kept, const unsigned short *places,
                               const __half *b, float *c, int m, int n, int k) {
    __shared__ __align__(16) __half as[BLOCK][PITCH], bs[STEP][PITCH];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
    int my_row = warp / 2 * 32, my_col = warp % 2 * 32; // in the block's tile
    float sum[2][4][4] = {};                            // 2 x 4 tiles of 16 x 8

    for (int p = 0; p < k; p += STEP) {
        load_tile(as, BLOCK, kept, row, p / 2, m, k / 2);
        load_tile(bs, STEP, b, p, col, k, n);
        __syncthreads(); // both tiles are complete
        for (int q = 0; q < STEP && p + q < k; q += 64) {
            unsigned meta[2];
            for (int i = 0; i < 2; i++) {
                int r = row + my_row + i * 16 + lane / 4;
                int w = (p + q) / 16 + lane % 4, words = k / 16;
                unsigned lo = 0x4444, hi = 0x4444;
                if (r < m && w < words) lo = places[(size_t)r * words + w];
                if (r + 8 < m && w < words)
                    hi = places[(size_t)(r + 8) * words + w];
                meta[i] = lo | hi << 16;
            }
            for (int half = 0; half < 2; half++) {
                unsigned fa[2][4], fb[4][4];
                for (int i = 0; i < 2; i++)
                    load_matrices(fa[i],
                                  &as[my_row + i * 16 + lane % 16]
                                     [q / 2 + half * 16 + lane / 16 * 8]);
                for (int j = 0; j < 4; j++)
                    load_transposed(fb[j],
                                    &bs[q + half * 32 + lane][my_col + j * 8]);
                for (int i = 0; i < 2; i++)
                    for (int j = 0; j < 4; j++)
                        if (half == 0)
                            multiply<0>(sum[i][j], fa[i], fb[j], meta[i]);
                        else
                            multiply<1>(sum[i][j], fa[i], fb[j], meta[i]);
            }
        }
        __syncthreads(); // nobody needs them any more
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            int r = row + my_row + i * 16 + lane / 4;
            int s = col + my_col + j * 8 + lane % 4 * 2;
            if (s >= n || r >= m) continue;
            float *to = &c[(size_t)r * n + s];
            *(float2 *)to = make_float2(sum[i][j][0], sum[i][j][1]);
            *(float2 *)(to + (size_t)8 * n) =
                make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

void product24(const __half *a, const __half *b, __half *kept,
               unsigned short *places, float *c, int m, int n, int k) {
    int groups = m * (k / 4);
    if (groups > 0)
        compress_kernel<<<(groups + 255) / 256, 256>>>(a, kept, places, groups);
    if (m == 0 || n == 0) return;
    dim3 grid((n + BLOCK - 1) / BLOCK, (m + BLOCK - 1) / BLOCK);
    product_kernel<<<grid, THREADS>>>(kept, places, b, c, m, n, k);
}
