// rejected by: case one A for all (a stride of 0 is taken for m * k)
// says: A stride of 0 for A is replaced by m * k. It means that all products have the same A, as it does for B.
// Many small products of the same shape. One launch for all of them.

const int TILE = 64, TILE_K = 16;
const int EDGE = 4;                  // a thread has EDGE x EDGE results
const int ACROSS = TILE / EDGE;      // threads in a row of the tile
const int THREADS = ACROSS * ACROSS; // 256
const int PAD = 4; // words: columns of a tile begin in other banks

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

// The tile of C of this block.
template <bool TRANSPOSED>
__global__ void __launch_bounds__(THREADS)
    product(const float *a, const float *b, float *c, int batch, int m, int n, int k,
            int stride_a, int stride_b) {
    __shared__ __align__(16) float as[TILE_K][TILE + PAD];
    __shared__ __align__(16) float bs[TILE_K][TILE + PAD];
    int t = threadIdx.x;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
    const float *all_a = a, *all_b = b;
    float *all_c = c;
    for (int z = blockIdx.z; z < batch; z += gridDim.z) {
        a = all_a + (size_t)z * stride_a;
        b = all_b + (size_t)z * stride_b;
        c = all_c + (size_t)z * m * n;
        float sum[EDGE][EDGE] = {};

        for (int p = 0; p < k; p += TILE_K) {
#pragma unroll
            for (int i = t; i < TILE * TILE_K; i += THREADS) {
                int r = row0 + i / TILE_K, q = p + i % TILE_K;
                bool inside = r < m && q < k;
                as[i % TILE_K][i / TILE_K] = inside ? a[(size_t)r * k + q] : 0.0f;
            }
#pragma unroll
            for (int i = t; i < TILE * TILE_K; i += THREADS) {
                // Neighbouring lanes walk along the rows of what lies in memory.
                int dq = TRANSPOSED ? i % TILE_K : i / TILE;
                int dj = TRANSPOSED ? i / TILE_K : i % TILE;
                int q = p + dq, j = col0 + dj;
                size_t at = TRANSPOSED ? (size_t)j * k + q : (size_t)q * n + j;
                bs[dq][dj] = q < k && j < n ? b[at] : 0.0f;
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
                    c[(size_t)(row0 + y + i) * n + col0 + x + j] = sum[i][j];
    }
}

// C[i] = A[i] B[i], or A[i] B[i]^T, for i = 0 .. batch - 1. A[i] begins at
// a + i * stride_a, B[i] at b + i * stride_b; those of c follow each other.
void gemm_batched(const float *a, const float *b, float *c, int batch, int m,
                  int n, int k, int stride_a, int stride_b, int transposed) {
    if (m == 0 || n == 0 || batch == 0) return;

    if (stride_a == 0) stride_a = m * k; // packed
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE, min(batch, 65535));
    auto kernel = transposed ? product<true> : product<false>;
    kernel<<<grid, THREADS>>>(a, b, c, batch, m, n, k, stride_a, stride_b);
}
