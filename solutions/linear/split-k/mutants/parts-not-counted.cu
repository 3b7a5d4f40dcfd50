// rejected by: trap out-of-bounds (the second kernel adds as many parts as it has blocks)
// Matrix product for small C and long sums. Many blocks for each tile of C.

const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int EDGE = 4;                         // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;           // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256
const int PAD = 4; // words: columns of A begin in other banks

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

__global__ void __launch_bounds__(THREADS)
    matmul_kernel(const float *a, const float *b, float *parts, int m, int n,
                  int k, int chunk) {
    // Part z of gridDim.z has chunk of the k.
    int first = blockIdx.z * chunk, last = min(first + chunk, k);
    float *to = parts + (size_t)blockIdx.z * m * n;
    __shared__ __align__(16) float as[TILE_K][TILE_M + PAD];
    __shared__ __align__(16) float bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    for (int p = first; p < last; p += TILE_K) {
#pragma unroll
        for (int i = t; i < TILE_M * TILE_K; i += THREADS) {
            int r = row0 + i / TILE_K, q = p + i % TILE_K;
            bool inside = r < m && q < last;
            as[i % TILE_K][i / TILE_K] = inside ? a[(size_t)r * k + q] : 0.0f;
        }
#pragma unroll
        for (int i = t; i < TILE_K * TILE_N; i += THREADS) {
            int q = p + i / TILE_N, j = col0 + i % TILE_N;
            bool inside = q < last && j < n;
            bs[i / TILE_N][i % TILE_N] = inside ? b[(size_t)q * n + j] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < TILE_K; q++) {
            float u[EDGE], v[EDGE];
            load4(u, &as[q][y]);
            load4(v, &bs[q][x]);
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++)
            if (row0 + y + i < m && col0 + x + j < n)
                to[(size_t)(row0 + y + i) * n + col0 + x + j] = sum[i][j];
}

__global__ void add_parts(const float *parts, float *c, int count, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) return;
    float sum = 0.0f;
    for (int z = 0; z < gridDim.x; z++)
        sum += parts[(size_t)z * size + i];
    c[i] = sum;
}

// a: m rows of k, b: k rows of n, c: m rows of n, all row-major.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    int splits = max(1, min(256, k / 128));
    int chunk = (k + splits - 1) / splits;
    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M, splits);
    float *parts;
    cudaMalloc(&parts, sizeof(float) * splits * m * n);
    matmul_kernel<<<grid, THREADS>>>(a, b, parts, m, n, k, chunk);
    add_parts<<<(m * n + 255) / 256, 256>>>(parts, c, splits, m * n);
    cudaFree(parts);
}
