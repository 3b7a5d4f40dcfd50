// Matrix product C = A B, tiles of 64 x 64, 4 x 4 elements of C per thread in
// registers, 16 steps of k per tile.

const int EDGE = 64;
const int STEP = 16;

__global__ void __launch_bounds__(256)
    matmul_kernel(const float *__restrict__ a, const float *__restrict__ b,
                  float *__restrict__ c, int m, int n, int k) {
    __shared__ float as[STEP][EDGE + 2]; // A by columns
    __shared__ float bs[STEP][EDGE];
    int t = threadIdx.x;
    int tx = t % 16, ty = t / 16;
    int row0 = blockIdx.y * EDGE, col0 = blockIdx.x * EDGE;
    float sum[4][4] = {};

    for (int first = 0; first < k; first += STEP) {
#pragma unroll
        for (int e = 0; e < 4; e++) {
            int r = t / 16 + 16 * e, kk = t % 16;
            as[kk][r] = row0 + r < m && first + kk < k
                            ? a[(size_t)(row0 + r) * k + first + kk]
                            : 0.0f;
        }
#pragma unroll
        for (int e = 0; e < 4; e++) {
            int kk = t / 64 + 4 * e, cc = t % 64;
            bs[kk][cc] = first + kk < k && col0 + cc < n
                             ? b[(size_t)(first + kk) * n + col0 + cc]
                             : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < STEP; kk++) {
            float av[4], bv[4];
#pragma unroll
            for (int e = 0; e < 4; e++) {
                av[e] = as[kk][ty * 4 + e];
                bv[e] = bs[kk][tx + 16 * e];
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) sum[i][j] += av[i] * bv[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int r = row0 + ty * 4 + i, cc = col0 + tx + 16 * j;
            if (r < m && cc < n) c[(size_t)r * n + cc] = sum[i][j];
        }
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 grid((n + EDGE - 1) / EDGE, (m + EDGE - 1) / EDGE);
    matmul_kernel<<<grid, 256>>>(a, b, c, m, n, k);
}
