// rejected by: case (u belongs to the columns and v to the rows)
// says: The 8 x 8 results of each thread are transposed. sum[i][j] is row i and column j: u, its factor i, comes from the rows of A, v, its factor j, from the columns of B, and the store keeps that order.
// Matrix product, eight by eight results for each thread.
//
// For each step along k a thread loads 8 values of A and 8 of B into registers
// and multiplies each by each: 64 multiply-adds for 16 values.

const int TILE_M = 128, TILE_N = 128, TILE_K = 8;
const int QUAD = 4;                   // floats of one load
const int EDGE = 2 * QUAD;            // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;     // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256
const int HALF = TILE_N / 2;

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

// Stores four neighbours of a row of n, of which some may lie outside.
__device__ void store4(float *row, int col, int n, const float *v) {
    if (n % QUAD == 0 && col + QUAD <= n) { // then the address is aligned
        *(float4 *)(row + col) = make_float4(v[0], v[1], v[2], v[3]);
        return;
    }
    for (int j = 0; j < QUAD; j++)
        if (col + j < n) row[col + j] = v[j];
}

__global__ void __launch_bounds__(THREADS, 2)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n,
                  int k) {
    // A's tile is stored by columns: the values for one step are neighbours.
    __shared__ __align__(16) float as[TILE_K][TILE_M], bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    // Two groups of four rows and of four columns, half a tile apart: the
    // lanes of a warp then read neighbouring groups of four.
    int x = t % ACROSS * QUAD, y = t / ACROSS * QUAD;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    for (int p = 0; p < k; p += TILE_K) {
        for (int i = t; i < TILE_M * TILE_K; i += THREADS) {
            int r = row0 + i / TILE_K, q = p + i % TILE_K;
            bool inside = r < m && q < k;
            as[i % TILE_K][i / TILE_K] = inside ? a[(size_t)r * k + q] : 0.0f;
        }
        for (int i = t; i < TILE_K * TILE_N; i += THREADS) {
            int q = p + i / TILE_N, j = col0 + i % TILE_N;
            bool inside = q < k && j < n;
            bs[i / TILE_N][i % TILE_N] = inside ? b[(size_t)q * n + j] : 0.0f;
        }
        __syncthreads();

#pragma unroll
        for (int q = 0; q < TILE_K; q++) {
            float u[EDGE], v[EDGE];
            load4(u, &as[q][y]);
            load4(u + QUAD, &as[q][y + HALF]);
            load4(v, &bs[q][x]);
            load4(v + QUAD, &bs[q][x + HALF]);
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] += u[j] * v[i];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < EDGE; i++) {
        int row = row0 + y + i % QUAD + i / QUAD * HALF;
        if (row >= m) continue;
        store4(c + (size_t)row * n, col0 + x, n, sum[i]);
        store4(c + (size_t)row * n, col0 + x + HALF, n, sum[i] + QUAD);
    }
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
