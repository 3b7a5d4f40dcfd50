// baseline: copies into padded matrices, multiplies without tests, copies back
const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int EDGE = 4;                         // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;           // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256
const int PAD = 4; // words: columns of A begin in other banks

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

__global__ void __launch_bounds__(THREADS)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n,
                  int k) {
    __shared__ __align__(16) float as[TILE_K][TILE_M + PAD];
    __shared__ __align__(16) float bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    // My first element of each tile; the others lie below it.
    int ar = t / TILE_K, aq = t % TILE_K;
    int bq = t / TILE_N, bj = t % TILE_N;
    const float *pa = a + (size_t)(row0 + ar) * k + aq;
    const float *pb = b + (size_t)bq * n + col0 + bj;

    for (int p = 0; p < k; p += TILE_K) {
#pragma unroll
        for (int i = 0; i < TILE_M; i += THREADS / TILE_K) {
            as[aq][ar + i] = pa[(size_t)i * k];
        }
#pragma unroll
        for (int i = 0; i < TILE_K; i += THREADS / TILE_N) {
            bs[bq + i][bj] = pb[(size_t)i * n];
        }
        pa += TILE_K;
        pb += (size_t)TILE_K * n;
        __syncthreads();

        int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
#pragma unroll
        for (int q = 0; q < TILE_K; q++) {
            float u[EDGE], v[EDGE];
            load4(u, &as[q][y]);
            load4(v, &bs[q][x]);
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    int row = row0 + t / ACROSS * EDGE, col = col0 + t % ACROSS * EDGE;
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++)
            c[(size_t)(row + i) * n + col + j] = sum[i][j];
}

// Rows of `wide` elements from rows of `length`, with zeros after; or back.
__global__ void copy_rows(const float *from, int length, int count, float *to,
                          int wide, int high) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= wide || y >= high) return;
    bool inside = x < length && y < count;
    to[(size_t)y * wide + x] = inside ? from[(size_t)y * length + x] : 0.0f;
}

static void copy(const float *from, int length, int count, float *to, int wide,
                 int high) {
    if (wide == 0 || high == 0) return;
    copy_rows<<<dim3((wide + 255) / 256, high), 256>>>(from, length, count, to,
                                                       wide, high);
}

static int up(int n, int tile) {
    return (n + tile - 1) / tile * tile;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    static float *room; // kept between calls
    static size_t has;
    int mm = up(m, TILE_M), nn = up(n, TILE_N), kk = up(k, TILE_K);
    size_t na = (size_t)mm * kk, nb = (size_t)kk * nn, nc = (size_t)mm * nn;
    if (m == 0 || n == 0) return;
    if (has < na + nb + nc) {
        cudaFree(room);
        has = na + nb + nc;
        cudaMalloc(&room, has * sizeof(float));
    }
    float *pa = room, *pb = pa + na, *pc = pb + nb;
    copy(a, k, m, pa, kk, mm);
    copy(b, n, k, pb, nn, kk);
    dim3 grid(nn / TILE_N, mm / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(pa, pb, pc, mm, nn, kk);
    copy(pc, nn, mm, c, n, m);
}
