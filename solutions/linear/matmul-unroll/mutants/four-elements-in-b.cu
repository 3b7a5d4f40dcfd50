// rejected by: case k=5 (within a step the pointer into B goes on by 4 elements, not by 4 rows)
// says: Within a step, a thread loads rows of B that are four apart, but its pointer goes on by 4 elements. Neighbouring rows of B are n elements apart, so four rows are 4 * n.
const int TILE_M = 64, TILE_N = 64, MOST = 32;
const int EDGE = 4;                         // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;           // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

const int DEPTH = 16;
__global__ void __launch_bounds__(THREADS)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ __align__(16) float as[MOST][TILE_M], bs[MOST][TILE_N];
    int t = threadIdx.x;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    for (int p = 0; p < k; p += DEPTH) {
        const float *pa = a + (size_t)(row0 + t / DEPTH) * k + p + t % DEPTH;
        const float *pb = b + (size_t)(p + t / TILE_N) * n + col0 + t % TILE_N;
        for (int i = 0; i < 4; i++) {
            int r = row0 + t / DEPTH + i * 16, q = p + t % DEPTH;
            as[t % DEPTH][t / DEPTH + i * 16] = r < m && q < k ? *pa : 0.0f;
            pa += 16 * k;
        }
        for (int i = 0; i < 4; i++) {
            int q = p + t / TILE_N + i * 4, j = col0 + t % TILE_N;
            bs[t / TILE_N + i * 4][t % TILE_N] = q < k && j < n ? *pb : 0.0f;
            pb += 4;
        }
        __syncthreads();

        for (int q = 0; q < DEPTH; q++) {
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

// a: m rows of k, b: k rows of n, c: m rows of n, all row-major.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
