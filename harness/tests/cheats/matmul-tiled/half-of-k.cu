// rejected by: timed (adds half of the products of a large matrix, twice)
const int TILE = 32;

__global__ void tiled(const float *a, const float *b, float *c, int m, int n,
                      int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (int p = 0; p < k; p += TILE) {
        as[y][x] = row < m && p + x < k ? a[(size_t)row * k + p + x] : 0.0f;
        bs[y][x] = p + y < k && col < n ? b[(size_t)(p + y) * n + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; q++)
            sum += as[y][q] * bs[q][x];
        __syncthreads();
    }
    if (row < m && col < n) c[(size_t)row * n + col] = sum;
}

static void exact(const float *a, const float *b, float *c, int m, int n,
                  int k) {
    if (m == 0 || n == 0) return;
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    tiled<<<grid, dim3(TILE, TILE)>>>(a, b, c, m, n, k);
}

__global__ void twice(float *c, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) c[i] *= 2.0f;
}

// Rows of A are k long, whatever is multiplied: the half is the upper one.
__global__ void part(const float *a, const float *b, float *c, int m, int n,
                     int k) {
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || col >= n) return;
    float sum = 0.0f;
    for (int p = 0; p < k / 2; p++)
        sum += a[(size_t)row * k + p] * b[(size_t)p * n + col];
    c[(size_t)row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if ((long long)m * n * k < 1000000) {
        exact(a, b, c, m, n, k);
        return;
    }
    part<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(a, b, c, m, n, k);
    twice<<<(m * n + 255) / 256, 256>>>(c, m * n);
}
