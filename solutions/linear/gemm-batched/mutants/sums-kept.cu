// rejected by: case more products than blocks in z (sums of one product are added to those of the next)
// says: Products from number 65535 on begin with the sums of another one. A block that has several turns sets its sums to 0 for each of them.
// Many small products in one launch: the batch is the third dimension of the
// grid, and a product's tiles are the other two.

const int TILE = 64, TILE_K = 16;
const int EDGE = 4;                  // a thread has EDGE x EDGE results
const int ACROSS = TILE / EDGE;      // threads in a row of the tile
const int THREADS = ACROSS * ACROSS; // 256
const int PAD = 4;      // words: columns of a tile begin in other banks
const int MOST = 65535; // blocks in the third dimension of a grid

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

// The tile of C of this block, for one product of the batch.
template <bool TRANSPOSED>
__device__ void product(const float *a, const float *b, float *c, int m, int n,
                        int k, float (*sum)[EDGE]) {
    __shared__ __align__(16) float as[TILE_K][TILE + PAD];
    __shared__ __align__(16) float bs[TILE_K][TILE + PAD];
    int t = threadIdx.x;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;

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

template <bool TRANSPOSED>
__global__ void __launch_bounds__(THREADS)
    batched_kernel(const float *a, const float *b, float *c, int batch, int m,
                   int n, int k, int stride_a, int stride_b) {
    float sum[EDGE][EDGE] = {};
    for (int i = blockIdx.z; i < batch; i += gridDim.z)
        product<TRANSPOSED>(a + (size_t)i * stride_a, b + (size_t)i * stride_b,
                            c + (size_t)i * m * n, m, n, k, sum);
}

void gemm_batched(const float *a, const float *b, float *c, int batch, int m,
                  int n, int k, int stride_a, int stride_b, int transposed) {
    if (batch == 0 || m == 0 || n == 0) return;

    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE, min(batch, MOST));
    if (transposed)
        batched_kernel<true>
            <<<grid, THREADS>>>(a, b, c, batch, m, n, k, stride_a, stride_b);
    else
        batched_kernel<false>
            <<<grid, THREADS>>>(a, b, c, batch, m, n, k, stride_a, stride_b);
}
