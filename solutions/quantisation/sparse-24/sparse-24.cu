// A loses two of each four elements of a row, and is multiplied by mma.sp: the tensor
// core gets what was kept, and two bits for each that say where it stood.
#include <cuda_fp16.h>

const int BLOCK = 64;      // side of a block's tile of C
const int STEP = 64;       // columns of A for each visit to global memory
const int KEPT = STEP / 2; // of them are stored
const int WORDS = STEP / 16;
const int THREADS = 128; // four warps, two by two
const int PITCH_A = KEPT + 8;
const int PITCH_B = BLOCK + 8;

// ---- what is kept

// A thread has 16 columns of a row: 8 elements that are kept, and one word of places.
__global__ void compress_kernel(const __half *a, __half *kept, unsigned short *places,
                                int words) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words) return;
    unsigned word = 0;
    for (int group = 0; group < 4; group++) {
        const __half *x = a + (size_t)i * 16 + group * 4;
        int first = 0, second = 0;
        float most = -1, next = -1; // smaller than the size of any number
        for (int j = 0; j < 4; j++) {
            float size = fabsf(__half2float(x[j]));
            if (size > most) {
                second = first, next = most;
                first = j, most = size;
            } else if (size > next) {
                second = j, next = size;
            }
        }
        int left = min(first, second), right = max(first, second);
        kept[(size_t)i * 8 + group * 2] = x[left];
        kept[(size_t)i * 8 + group * 2 + 1] = x[right];
        word |= (left | right << 2) << 4 * group;
    }
    places[i] = (unsigned short)word;
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

// sum += a * b: 16 x 8 results, 32 along k, of which a keeps 16. The metadata comes from
// lanes 0 and 1 of each four (selector 0) or 2 and 3 (selector 1).
template <int selector>
__device__ void multiply(float *sum, const unsigned *a, const unsigned *b,
                         unsigned metadata) {
    asm volatile(
        "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, "
        "%12, %13;"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]),
          "r"(b[3]), "r"(metadata), "n"(selector));
}

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
        // Lane t of each four takes word t of a row of the tile: 0 and 1 belong to its
        // first 32 columns, 2 and 3 to the others. So one register serves both.
        unsigned metadata[2];
        for (int i = 0; i < 2; i++) {
            int r = row + my_row + i * 16 + lane / 4, word = p / 16 + lane % WORDS;
            size_t at = (size_t)r * (k / 16) + word;
            metadata[i] = 0x44444444; // places 0 and 1, of zeros
            if (r < m && word < k / 16) // m is a multiple of 16: so is row r + 8
                metadata[i] = places[at] | places[at + 8 * (k / 16)] << 16;
        }
        __syncthreads(); // both tiles are complete
        for (int half = 0; half < 2; half++) {
            unsigned fa[2][4], fb[4][4];
            int down = lane % 16, right = lane / 16 * 8;
            for (int i = 0; i < 2; i++)
                load_matrices(fa[i], &as[my_row + i * 16 + down][half * 16 + right]);
            for (int j = 0; j < 4; j++)
                load_transposed(fb[j], &bs[half * 32 + lane][my_col + j * 8]);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++)
                    if (half == 0)
                        multiply<0>(sum[i][j], fa[i], fb[j], metadata[i]);
                    else
                        multiply<1>(sum[i][j], fa[i], fb[j], metadata[i]);
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
