// rejected by: gate global_requests (sixteen results for a thread, straight from the first cache, and one in odd shapes)
const int EDGE = 4;

// m, n and k are multiples of EDGE.
__global__ void sixteen(const float *a, const float *b, float *c, int m, int n, int k) {
    int x = (blockIdx.x * 16 + threadIdx.x) * EDGE, y = (blockIdx.y * 16 + threadIdx.y) * EDGE;
    if (x >= n || y >= m) return;
    float sum[EDGE][EDGE] = {};
    for (int p = 0; p < k; p += EDGE) {
        float4 u[EDGE];
#pragma unroll
        for (int i = 0; i < EDGE; i++)
            u[i] = __ldg((const float4 *)(a + (size_t)(y + i) * k + p));
#pragma unroll
        for (int q = 0; q < EDGE; q++) {
            float4 v = __ldg((const float4 *)(b + (size_t)(p + q) * n + x));
#pragma unroll
            for (int i = 0; i < EDGE; i++) {
                float w = q == 0 ? u[i].x : q == 1 ? u[i].y : q == 2 ? u[i].z : u[i].w;
                sum[i][0] += w * v.x, sum[i][1] += w * v.y;
                sum[i][2] += w * v.z, sum[i][3] += w * v.w;
            }
        }
    }
#pragma unroll
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++)
            c[(size_t)(y + i) * n + x + j] = sum[i][j];
}

__global__ void one(const float *a, const float *b, float *c, int m, int n, int k) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= n || y >= m) return;
    float sum = 0;
    for (int p = 0; p < k; p++)
        sum += a[(size_t)y * k + p] * b[(size_t)p * n + x];
    c[(size_t)y * n + x] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(16, 16);
    if (m % EDGE + n % EDGE + k % EDGE == 0)
        sixteen<<<dim3((n + 63) / 64, (m + 63) / 64), block>>>(a, b, c, m, n, k);
    else
        one<<<dim3((n + 15) / 16, (m + 15) / 16), block>>>(a, b, c, m, n, k);
}
