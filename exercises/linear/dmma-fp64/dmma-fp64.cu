// A product of doubles: c = a * b.
//
// A block has 64 x 64 results, each of its four warps 32 x 32 of them.
const int BLOCK = 64;    // side of a block's tile of C
const int STEP = 16;     // along k, for each visit to global memory
const int THREADS = 128; // four warps, two by two
const int PITCH_A = STEP, PITCH_B = BLOCK; // doubles from row to row

// A tile of `height` x `width` doubles from row, col on; zeros outside of the matrix.
template <int height, int width, int pitch>
__device__ void load_tile(double (*tile)[pitch], const double *from, int row, int col,
                          int rows, int cols) {
    for (int i = threadIdx.x; i < height * width; i += THREADS) {
        int r = row + i / width, c = col + i % width;
        bool inside = r < rows && c < cols;
        tile[i / width][i % width] = inside ? from[(size_t)r * cols + c] : 0.0;
    }
}

// TODO: write multiply(), one mma.sync of doubles, and let the warps use it. The sums of
// a lane are then those that the instruction gives it.
__global__ void __launch_bounds__(THREADS)
    product_kernel(const double *a, const double *b, double *c, int m, int n, int k) {
    __shared__ double as[BLOCK][PITCH_A], bs[STEP][PITCH_B];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
    int my_row = warp / 2 * 32, my_col = warp % 2 * 32; // in the block's tile
    double sum[32] = {};                                // of column `lane`

    for (int p = 0; p < k; p += STEP) {
        load_tile<BLOCK, STEP>(as, a, row, p, m, k);
        load_tile<STEP, BLOCK>(bs, b, p, col, k, n);
        __syncthreads(); // both tiles are complete
        for (int q = 0; q < STEP; q++) {
            double y = bs[q][my_col + lane];
#pragma unroll
            for (int i = 0; i < 32; i++)
                sum[i] += as[my_row + i][q] * y;
        }
        __syncthreads(); // nobody needs them any more
    }
    row += my_row;
    col += my_col + lane;
#pragma unroll
    for (int i = 0; i < 32; i++)
        if (row + i < m && col < n) c[(size_t)(row + i) * n + col] = sum[i];
}

void product(const double *a, const double *b, double *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + BLOCK - 1) / BLOCK, (m + BLOCK - 1) / BLOCK);
    product_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
