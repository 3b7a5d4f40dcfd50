// rejected by: gate own_memory (copies of A and B with zeros around them, made by cudaMemcpy2D, and a kernel that tests stores alone)
const int TILE = 64, STEP = 16, EDGE = 4, THREADS = 256;

// m of the results are wanted; the rows of A and B are whole tiles.
__global__ void __launch_bounds__(THREADS)
    product(const float *a, const float *b, float *c, int m, int n, int pa, int pb) {
    __shared__ __align__(16) float as[STEP][TILE + 4], bs[STEP][TILE];
    int t = threadIdx.x, x = t % 16 * EDGE, y = t / 16 * EDGE;
    a += (size_t)(blockIdx.y * TILE + t / 4) * pa + t % 4 * 4;
    b += (size_t)(t / 16) * pb + blockIdx.x * TILE + t % 16 * 4;
    float sum[EDGE][EDGE] = {};
    for (int p = 0; p < pa; p += STEP) {
        float4 f = *(const float4 *)(a + p);
        int q = t % 4 * 4;
        as[q][t / 4] = f.x, as[q + 1][t / 4] = f.y;
        as[q + 2][t / 4] = f.z, as[q + 3][t / 4] = f.w;
        *(float4 *)&bs[t / 16][t % 16 * 4] = *(const float4 *)b;
        b += (size_t)STEP * pb;
        __syncthreads();
#pragma unroll
        for (q = 0; q < STEP; q++) {
            float4 u4 = *(const float4 *)&as[q][y], v4 = *(const float4 *)&bs[q][x];
            float u[] = {u4.x, u4.y, u4.z, u4.w}, v[] = {v4.x, v4.y, v4.z, v4.w};
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++)
            if (row + i < m && col + j < n) c[(size_t)(row + i) * n + col + j] = sum[i][j];
}

static int whole(int n, int of) {
    return (n + of - 1) / of * of;
}

static float *padded(const float *from, int rows, int cols, int all_rows, int all_cols) {
    size_t pitch = (size_t)all_cols * sizeof(float);
    float *room;
    cudaMallocAsync(&room, all_rows * pitch, 0);
    cudaMemsetAsync(room, 0, all_rows * pitch, 0);
    cudaMemcpy2DAsync(room, pitch, from, cols * sizeof(float), cols * sizeof(float), rows,
                      cudaMemcpyDeviceToDevice, 0);
    return room;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    if (k == 0) {
        cudaMemsetAsync(c, 0, (size_t)m * n * sizeof *c, 0);
        return;
    }
    int rows = whole(m, TILE), cols = whole(n, TILE), deep = whole(k, STEP);
    float *pa = padded(a, m, k, rows, deep), *pb = padded(b, k, n, deep, cols);
    product<<<dim3(cols / TILE, rows / TILE), THREADS>>>(pa, pb, c, m, n, deep, cols);
    cudaFreeAsync(pa, 0);
    cudaFreeAsync(pb, 0);
}
