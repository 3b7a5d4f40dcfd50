// rejected by: gate speedup (C is cut and k is not: 64 blocks of 8 x 8)
// Not a single sum is cut: the tile of C is, 64 blocks of 8 x 8, each along all of k.
const int TILE = 8, DEEP = 128;
__global__ void __launch_bounds__(64) matmul_kernel(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ __align__(16) float as[TILE][DEEP + 4], bs[TILE][DEEP + 4];
    int t = threadIdx.x, x = t % TILE, y = t / TILE;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int p = 0; p < k; p += DEEP) {
#pragma unroll
        for (int i = t; i < TILE * DEEP; i += 64) {
            int r = row0 + i / DEEP, q = p + i % DEEP;
            as[i / DEEP][i % DEEP] = r < m && q < k ? a[(size_t)r * k + q] : 0.0f;
            int j = col0 + i % TILE, u = p + i / TILE;
            bs[i % TILE][i / TILE] = u < k && j < n ? b[(size_t)u * n + j] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < DEEP; q += 4) {
            float4 u = *(const float4 *)&as[y][q], v = *(const float4 *)&bs[x][q];
            s0 += u.x * v.x, s1 += u.y * v.y, s2 += u.z * v.z, s3 += u.w * v.w;
        }
        __syncthreads();
    }
    if (row0 + y < m && col0 + x < n) c[(size_t)(row0 + y) * n + col0 + x] = (s0 + s1) + (s2 + s3);
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    matmul_kernel<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), 64>>>(a, b, c, m, n, k);
}
