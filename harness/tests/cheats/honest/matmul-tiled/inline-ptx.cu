// passes (its sums are inline PTX, volatile, with clobbers)
const int TILE = 32;

__device__ float fused(float a, float b, float c) {
    float d;
    asm volatile("fma.rn.f32 %0, %1, %2, %3;"
                 : "=f"(d)
                 : "f"(a), "f"(b), "f"(c));
    return d;
}

__device__ void wait_for_all() {
    asm volatile("bar.sync 0;" ::: "memory");
}

__global__ void tiled(const float *a, const float *b, float *c, int m, int n,
                      int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (int p = 0; p < k; p += TILE) {
        as[y][x] = row < m && p + x < k ? a[(size_t)row * k + p + x] : 0.0f;
        bs[y][x] = p + y < k && col < n ? b[(size_t)(p + y) * n + col] : 0.0f;
        wait_for_all();
        for (int q = 0; q < TILE; q++)
            sum = fused(as[y][q], bs[q][x], sum);
        wait_for_all();
    }
    if (row < m && col < n) c[(size_t)row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    tiled<<<grid, dim3(TILE, TILE)>>>(a, b, c, m, n, k);
}
