// rejected by: case (the steps along k are added up in a float, which rounds above 16777216)
// says: Each step is summed in integers, but the steps are added up in a float. A float rounds whole numbers above 16777216. Keep an int over all steps, and convert it once at the end.
// Product of eight-bit integers, with scales: four pairs per instruction.

const int TILE_M = 64, TILE_N = 64;
const int WORDS = 8;                        // words of four bytes along k
const int TILE_K = 4 * WORDS;               // bytes along k
const int EDGE = 4;                         // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;           // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256
const int PAD = 4; // words: columns of a tile begin in other banks

// Four neighbours along k, in one word. Past the end of the row they are 0.
__device__ int word_at(const signed char *row, int p, int k) {
    if (k % 4 == 0) return p < k ? *(const int *)(row + p) : 0;
    unsigned w = 0;
    for (int b = 0; b < 4; b++)
        if (p + b < k) w |= (unsigned)(unsigned char)row[p + b] << (8 * b);
    return (int)w;
}

__device__ void load(int (*tile)[TILE_M + PAD], const signed char *from,
                     int row0, int rows, int p, int k) {
    for (int i = threadIdx.x; i < TILE_M * WORDS; i += THREADS) {
        int r = i / WORDS, q = i % WORDS;
        bool inside = row0 + r < rows;
        tile[q][r] =
            inside ? word_at(from + (size_t)(row0 + r) * k, p + 4 * q, k) : 0;
    }
}

__device__ void load4(int *v, const int *from) {
    int4 f = *(const int4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

__global__ void __launch_bounds__(THREADS)
    gemm_kernel(const signed char *a, const signed char *b,
                const float *scale_a, const float *scale_b, float *c, int m,
                int n, int k) {
    __shared__ __align__(16) int as[WORDS][TILE_M + PAD];
    __shared__ __align__(16) int bs[WORDS][TILE_N + PAD];
    int t = threadIdx.x;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float total[EDGE][EDGE] = {};

    for (int p = 0; p < k; p += TILE_K) {
        load(as, a, row0, m, p, k);
        load(bs, b, col0, n, p, k);
        __syncthreads();

        int sum[EDGE][EDGE] = {};
#pragma unroll
        for (int q = 0; q < WORDS; q++) {
            int u[EDGE], v[EDGE];
            load4(u, &as[q][y]);
            load4(v, &bs[q][x]);
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] = __dp4a(u[i], v[j], sum[i][j]);
        }
        for (int i = 0; i < EDGE; i++)
            for (int j = 0; j < EDGE; j++)
                total[i][j] += (float)sum[i][j];
        __syncthreads();
    }
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++) {
            int row = row0 + y + i, col = col0 + x + j;
            if (row < m && col < n)
                c[(size_t)row * n + col] =
                    total[i][j] * scale_a[row] * scale_b[col];
        }
}

// a: m rows of k, b: n rows of k, c: m rows of n. Row i of a has the scale
// scale_a[i], row j of b scale_b[j].
void gemm_int8(const signed char *a, const signed char *b, const float *scale_a,
               const float *scale_b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    gemm_kernel<<<grid, THREADS>>>(a, b, scale_a, scale_b, c, m, n, k);
}
