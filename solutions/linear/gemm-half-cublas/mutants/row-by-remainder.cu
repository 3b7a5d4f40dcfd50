// rejected by: trap global-race (lane % 8 for lane / 4)
// A product on tensor cores whose tiles arrive while others are multiplied. A block has
// 128 x 256 results, each of its eight warps 64 x 64 of them.
//
//   step              0    1    2    3      STAGES tiles of A and B form a ring
//   copy tile         2    3    4    5      under way: nobody waits for these
//   multiply tile     0    1    2    3      complete
//
// The same again inside a tile, in slices of 16 along k: the fragments of the next slice are
// loaded while this one is multiplied. The next slice of the last one is in the next tile.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

const int ROWS = 128, COLS = 256; // a block's tile of C
const int STEP = 64;              // along k, for each tile of A and B
const int SLICES = STEP / 16;     // products of a tile along k
const int STAGES = 3;             // tiles in the ring
const int THREADS = 256;          // eight warps, two by four
const int DOWN = 4, ACROSS = 8;   // a warp's tiles of 16 x 8: 64 x 64 results
const int GROUP = 8;              // rows of blocks that run together

const int A_ROWS = THREADS / (STEP / 8), A_PART = ROWS / SLICES; // rows: of one copy by
const int B_ROWS = THREADS / (COLS / 8), B_PART = STEP / SLICES; // all, of a part

struct Tiles {
    __half a[ROWS][STEP], b[STEP][COLS];
};

// Returns the place in its row of the 8 halves from column `col` on. The groups of 16 bytes
// are exchanged, in each of 8 rows otherwise (a swizzle). Eight rows below each other then have
// the same column in eight different groups of banks, without padding.
__device__ int in_row(int row, int col) {
    return (col / 8 ^ row % 8) * 8;
}

// Starts the copy of 8 halves. The extents are multiples of 16, so they lie inside or
// outside as a whole; outside they become zeros.
__device__ void copy(__half *to, const __half *from, const __half *any, bool inside) {
    __pipeline_memcpy_async(to, inside ? from : any, 16, inside ? 0 : 16);
}

// The next place in the ring.
__device__ int after(int place) {
    return place == STAGES - 1 ? 0 : place + 1;
}

// Four matrices of 8 x 8; lane l names row l % 8 of matrix l / 8. In register i a lane
// gets two neighbours of a row of matrix i.
__device__ void load_matrices(unsigned *r, const __half *row) {
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at)
                 : "memory");
}

// The same, each matrix transposed: a lane gets two neighbours of a column.
__device__ void load_transposed(unsigned *r, const __half *row) {
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
        : "r"(at)
        : "memory");
}

// sum += a * b: 16 x 8 results, 16 along k. Not volatile: it touches registers alone, so
// the compiler may place copies, loads and the barrier between the products.
__device__ void multiply(float *sum, const unsigned *a, const unsigned *b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__global__ void __launch_bounds__(THREADS)
    product_kernel(const __half *a, const __half *b, float *c, int m, int n, int k) {
    extern __shared__ __align__(16) unsigned char room[];
    Tiles *ring = (Tiles *)room;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = (blockIdx.z * GROUP + blockIdx.x) * ROWS, col = blockIdx.y * COLS;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 64; // in the block's tile
    int steps = (k + STEP - 1) / STEP;
    if (row >= m) return; // the last group has fewer rows of blocks

    // A thread copies the same 8 columns of every 32nd row of A's tile, and of every 8th row
    // of B's. These are the first ones in the tile that is fetched next.
    int a_row = threadIdx.x / (STEP / 8), a_col = threadIdx.x % (STEP / 8) * 8;
    int b_row = threadIdx.x / (COLS / 8), b_col = threadIdx.x % (COLS / 8) * 8;
    const __half *from_a = a + (size_t)(row + a_row) * k + a_col;
    const __half *from_b = b + (size_t)b_row * n + col + b_col;
    int p = 0, fill = 0; // its k, and its place in the ring

    // A tile is copied in as many parts as it is multiplied in. After the last tile come
    // zeros: the ring needs no special last steps.
    auto fetch = [&](int part) {
        Tiles &t = ring[fill];
        for (int r = part * A_PART; r < (part + 1) * A_PART; r += A_ROWS)
            copy(&t.a[r + a_row][in_row(a_row, a_col)], from_a + (size_t)r * k, a,
                 row + r + a_row < m && p + a_col < k);
        for (int r = part * B_PART; r < (part + 1) * B_PART; r += B_ROWS)
            copy(&t.b[r + b_row][in_row(b_row, b_col)], from_b + (size_t)r * n, b,
                 p + r + b_row < k && col + b_col < n);
        if (part < SLICES - 1) return;
        __pipeline_commit(); // one group for each tile
        from_a += STEP;
        from_b += (size_t)STEP * n;
        p += STEP;
        fill = after(fill);
    };

    unsigned fa[2][DOWN][4], fb[2][ACROSS / 2][4]; // of this slice and of the next
    auto load = [&](int to, const Tiles &t, int slice) {
        int down = lane % 16, right = lane / 16 * 8, q = slice * 16;
        for (int i = 0; i < DOWN; i++)
            load_matrices(fa[to][i], &t.a[my_row + i * 16 + down][in_row(down, q + right)]);
        for (int j = 0; j < ACROSS / 2; j++)
            load_transposed(fb[to][j],
                            &t.b[q + down][in_row(down, my_col + j * 16 + right)]);
    };

    float sum[DOWN][ACROSS][4] = {};
    for (int s = 0; s < STAGES - 1; s++)
        for (int part = 0; part < SLICES; part++)
            fetch(part);
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads(); // tile 0 is complete
    load(0, ring[0], 0);
    int use = 0; // the place of the tile whose fragments are loaded

    for (int s = 0; s < steps; s++) {
#pragma unroll
        for (int slice = 0; slice < SLICES; slice++) {
            int now = slice % 2, next = (slice + 1) % SLICES;
            if (next == 0) { // all have loaded what they need of tile s
                __pipeline_wait_prior(STAGES - 3); // this thread's copies of tile s + 1
                __syncthreads();                   // and everybody's are there
                use = after(use);
            }
            load(1 - now, ring[use], next);
            fetch(slice); // of tile s + STAGES - 1, into the place of tile s - 1
            for (int i = 0; i < DOWN; i++) // 32 products for 8 loads
                for (int j = 0; j < ACROSS; j++)
                    multiply(sum[i][j], fa[now][i], fb[now][j / 2] + j % 2 * 2);
        }
    }
    for (int i = 0; i < DOWN; i++)
        for (int j = 0; j < ACROSS; j++) {
            int r = row + my_row + i * 16 + lane % 8;
            int s = col + my_col + j * 8 + lane % 4 * 2;
            if (s >= n) continue;
            if (r < m)
                *(float2 *)&c[(size_t)r * n + s] = make_float2(sum[i][j][0], sum[i][j][1]);
            if (r + 8 < m)
                *(float2 *)&c[(size_t)(r + 8) * n + s] =
                    make_float2(sum[i][j][2], sum[i][j][3]);
        }
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    // More than 48 KB of shared memory has to be allowed first.
    const int ROOM = STAGES * sizeof(Tiles);
    cudaFuncSetAttribute(product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM);
    // Blocks start in the order of x, then y, then z. So those that run together are about
    // a square of C, and share what they read of A and B in the L2 cache.
    int down = (m + ROWS - 1) / ROWS, across = (n + COLS - 1) / COLS;
    dim3 grid(GROUP, across, (down + GROUP - 1) / GROUP);
    product_kernel<<<grid, THREADS, ROOM>>>(a, b, c, m, n, k);
}
