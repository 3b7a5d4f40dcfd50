// rejected by: gate tensor_flops (tensor cores for whole tiles only, ordinary multiply-adds for all other sizes)
// A product of doubles: c = a * b.
//
// A block has 64 x 64 results, each of its four warps 32 x 32 of them.
const int BLOCK = 64;    // side of a block's tile of C
const int STEP = 16;     // along k, for each visit to global memory
const int THREADS = 128; // four warps, two by two
const int PITCH_A = STEP + 4, PITCH_B = BLOCK + 4; // doubles from row to row

template <int height, int width, int pitch>
__device__ void load_tile(double (*tile)[pitch], const double *from, int row, int col,
                          int rows, int cols) {
    for (int i = threadIdx.x; i < height * width; i += THREADS) {
        int r = row + i / width, c = col + i % width;
        bool inside = r < rows && c < cols;
        tile[i / width][i % width] = inside ? from[(size_t)r * cols + c] : 0.0;
    }
}

__device__ void multiply(double (&d)[2], double a, double b) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(d[0]), "+d"(d[1])
                 : "d"(a), "d"(b));
}

__global__ void __launch_bounds__(THREADS)
    product_kernel(const double *a, const double *b, double *c, int m, int n, int k) {
    __shared__ double as[BLOCK][PITCH_A], bs[STEP][PITCH_B];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
    int my_row = warp / 2 * 32, my_col = warp % 2 * 32; // in the block's tile
    double sum[4][4][2] = {};

    for (int p = 0; p < k; p += STEP) {
        load_tile<BLOCK, STEP>(as, a, row, p, m, k);
        load_tile<STEP, BLOCK>(bs, b, p, col, k, n);
        __syncthreads(); // both tiles are complete
#pragma unroll
        for (int q = 0; q < STEP; q += 4) {
            double x[4], y[4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                x[i] = as[my_row + 8 * i + g][q + t];
                y[i] = bs[q + t][my_col + 8 * i + g];
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    multiply(sum[i][j], x[i], y[j]);
        }
        __syncthreads(); // nobody needs them any more
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int r = row + my_row + 8 * i + g, s = col + my_col + 8 * j + 2 * t;
            if (r < m && s < n) c[(size_t)r * n + s] = sum[i][j][0];
            if (r < m && s + 1 < n) c[(size_t)r * n + s + 1] = sum[i][j][1];
        }
}

// Results of tiles that end outside, one by one.
__global__ void edge_kernel(const double *a, const double *b, double *c, int m, int n, int k) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
    if (row >= m || col >= n) return;
    double sum = 0.0;
    for (int p = 0; p < k; p++)
        sum = fma(a[(size_t)row * k + p], b[(size_t)p * n + col], sum);
    c[(size_t)row * n + col] = sum;
}

void product(const double *a, const double *b, double *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    if (m % BLOCK != 0 || n % BLOCK != 0 || k % STEP != 0) {
        dim3 grid((n + 31) / 32, (m + 3) / 4);
        edge_kernel<<<grid, dim3(32, 4)>>>(a, b, c, m, n, k);
        return;
    }
    product_kernel<<<dim3(n / BLOCK, m / BLOCK), THREADS>>>(a, b, c, m, n, k);
}
