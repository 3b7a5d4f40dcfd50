// Matrix product C = A B, tiles of 32 x 32, 256 threads: four elements of a
// column per thread, so that an element of B serves four products.

const int TILE = 32;
const int LINES = 8;
const int EACH = TILE / LINES;

__global__ void matmul_kernel(const float *__restrict__ a,
                              const float *__restrict__ b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * TILE;
    int col = blockIdx.x * TILE + tx;
    float sum[EACH] = {0.0f, 0.0f, 0.0f, 0.0f};

    for (int first = 0; first < k; first += TILE) {
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            int line = ty + e * LINES;
            int row = row0 + line;
            as[line][tx] = row < m && first + tx < k
                               ? a[(size_t)row * k + first + tx]
                               : 0.0f;
            bs[line][tx] = first + line < k && col < n
                               ? b[(size_t)(first + line) * n + col]
                               : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++) {
            float v = bs[i][tx];
#pragma unroll
            for (int e = 0; e < EACH; e++) sum[e] += as[ty + e * LINES][i] * v;
        }
        __syncthreads();
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int row = row0 + ty + e * LINES;
        if (row < m && col < n) c[(size_t)row * n + col] = sum[e];
    }
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(TILE, LINES);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
