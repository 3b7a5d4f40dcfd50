// rejected by: other-bits (blocks add to C one after the other, in the order of their tickets)
// A lock in the place of the atomics: the order is still that in which blocks arrive.
const int EDGE = 16, MOST = 64;
__device__ unsigned tickets[MOST], turns[MOST];

__global__ void product(const float *a, const float *b, float *c, int m, int n, int k, int chunk) {
    __shared__ float as[64][17], bs[16][65];
    __shared__ unsigned mine;
    int x = threadIdx.x, y = threadIdx.y, t = y * EDGE + x;
    int row0 = blockIdx.y * 64, col0 = blockIdx.x * 64, tile = blockIdx.y * gridDim.x + blockIdx.x;
    int last = min(k, (int)(blockIdx.z + 1) * chunk);
    float sum[4][4] = {};
    for (int p = blockIdx.z * chunk; p < last; p += 16) {
        for (int i = t; i < 1024; i += 256) {
            int r = row0 + i / 16, q = p + i % 16, d = p + i / 64, j = col0 + i % 64;
            as[i / 16][i % 16] = r < m && q < last ? a[(size_t)r * k + q] : 0.0f;
            bs[i / 64][i % 64] = d < last && j < n ? b[(size_t)d * n + j] : 0.0f;
        }
        __syncthreads();
        for (int q = 0; q < 16; q++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += as[y + 16 * i][q] * bs[q][x + 16 * j];
        __syncthreads();
    }
    if (t == 0) {
        mine = atomicAdd(&tickets[tile], 1);
        while (*(volatile unsigned *)&turns[tile] != mine)
            ;
        __threadfence();
    }
    __syncthreads();
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int row = row0 + y + 16 * i, col = col0 + x + 16 * j;
            if (row >= m || col >= n) continue;
            float *at = c + (size_t)row * n + col;
            __stcg(at, mine ? __ldcg(at) + sum[i][j] : sum[i][j]);
        }
    __threadfence();
    __syncthreads();
    if (t) return;
    bool end = mine + 1 == gridDim.z;
    if (end) tickets[tile] = 0;
    *(volatile unsigned *)&turns[tile] = end ? 0 : mine + 1;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 grid((n + 63) / 64, (m + 63) / 64);
    grid.z = max(1, min(MOST / (int)(grid.x * grid.y), k / 256));
    int chunk = ((k + grid.z - 1) / grid.z + 15) / 16 * 16;
    product<<<grid, dim3(EDGE, EDGE)>>>(a, b, c, m, n, k, chunk);
}
