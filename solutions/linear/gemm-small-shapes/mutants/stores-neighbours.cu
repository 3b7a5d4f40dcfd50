// rejected by: case (a thread stores its results next to each other, and has summed others)
// says: A thread stores other results than it has summed. It reads row ty and row ty + 16 of the tile, so its results belong there, and not in rows 2 * ty and 2 * ty + 1. The same holds for columns.
// tiles128: 4
// tiles16: 132
// waves: half

constexpr int T = 32, KT = 32;
__global__ void tiles(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float as[KT][T + 1], bs[KT][T];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int row0 = blockIdx.y * T, col0 = blockIdx.x * T;
    a += (size_t)blockIdx.z * m * k;
    b += (size_t)blockIdx.z * k * n;
    c += (size_t)blockIdx.z * m * n;
    float s[2][2] = {};
    for (int p = 0; p < k; p += KT) {
        for (int i = t; i < T * KT; i += 256) {
            int r = i / KT, q = i % KT;
            as[q][r] = row0 + r < m && p + q < k ? a[(row0 + r) * k + p + q] : 0.0f;
            bs[r][q] = p + r < k && col0 + q < n ? b[(p + r) * n + col0 + q] : 0.0f;
        }
        __syncthreads();
        #pragma unroll 8
        for (int q = 0; q < KT; q++) {
            float u0 = as[q][ty], u1 = as[q][ty + 16], v0 = bs[q][tx], v1 = bs[q][tx + 16];
            s[0][0] += u0 * v0; s[0][1] += u0 * v1;
            s[1][0] += u1 * v0; s[1][1] += u1 * v1;
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int r = row0 + 2 * ty + i, q = col0 + 2 * tx + j;
            if (r < m && q < n) c[r * n + q] = s[i][j];
        }
}
void small_products(const float *a, const float *b, float *c, int batch, int m, int n, int k) {
    if (batch == 0 || m == 0 || n == 0) return;
    tiles<<<dim3((n + T - 1) / T, (m + T - 1) / T, batch), 256>>>(a, b, c, m, n, k);
}
