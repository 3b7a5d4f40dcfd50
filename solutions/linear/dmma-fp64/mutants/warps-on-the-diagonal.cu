// rejected by: trap global-race | case m=8 n=8 k=4 (two warps have the same results, and half of them nobody)
// A product of doubles on tensor cores: a block has 64 x 64 results, each of its four
// warps 32 x 32 of them, as 4 x 4 tiles of 8 x 8.
const int BLOCK = 64;    // side of a block's tile of C
const int STEP = 16;     // along k, for each visit to global memory
const int THREADS = 128; // four warps, two by two

// Doubles from row to row, 4 more than a multiple of 16: a half-warp reads 4 rows of 4
// doubles, and these begin in 4 different groups of 8 banks.
const int PITCH_A = STEP + 4, PITCH_B = BLOCK + 4;

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

// d += a b, with 8 x 4 and 4 x 8 doubles. With g = lane / 4 and t = lane % 4 a lane
// holds a[g][t], b[t][g], and d[g][2 t] and d[g][2 t + 1].
__device__ void multiply(double (&d)[2], double a, double b) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
                 "{%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(d[0]), "+d"(d[1])
                 : "d"(a), "d"(b));
}

__global__ void __launch_bounds__(THREADS)
    product_kernel(const double *a, const double *b, double *c, int m, int n, int k) {
    __shared__ double as[BLOCK][PITCH_A], bs[STEP][PITCH_B];
    int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
    int my_row = warp % 2 * 32, my_col = warp % 2 * 32; // in the block's tile
    double sum[4][4][2] = {};

    for (int p = 0; p < k; p += STEP) {
        load_tile<BLOCK, STEP>(as, a, row, p, m, k);
        load_tile<STEP, BLOCK>(bs, b, p, col, k, n);
        __syncthreads(); // both tiles are complete
#pragma unroll
        for (int q = 0; q < STEP; q += 4) {
            double x[4], y[4];
            for (int i = 0; i < 4; i++) {
                x[i] = as[my_row + 8 * i + g][q + t];
                y[i] = bs[q + t][my_col + 8 * i + g];
            }
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    multiply(sum[i][j], x[i], y[j]);
        }
        __syncthreads(); // nobody needs them any more
    }
    row += my_row + g;
    col += my_col + 2 * t;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int e = 0; e < 2; e++) {
                int r = row + 8 * i, s = col + 8 * j + e;
                if (r < m && s < n) c[(size_t)r * n + s] = sum[i][j][e];
            }
}

void product(const double *a, const double *b, double *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + BLOCK - 1) / BLOCK, (m + BLOCK - 1) / BLOCK);
    product_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
