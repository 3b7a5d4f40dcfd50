// rejected by: gate traffic (publishes the choice, and multiplies by tiles of 64 x 64 all the same)
// The grid has the choice's size, and its blocks walk over tiles of one shape.
const int SIDE = 16, STEP = 16, EDGE = 4, TILE = 64;
const int REGISTERS[4] = {32, 40, 64, 128};

struct Table {
    long long words[4];
    int warps[4], choice;
};

__global__ void publish(Table t, int *warps, long long *words, int *choice) {
    warps[threadIdx.x] = t.warps[threadIdx.x], words[threadIdx.x] = t.words[threadIdx.x];
    *choice = t.choice;
}

__global__ void walk(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float as[TILE][STEP + 1], bs[STEP][TILE];
    int t = threadIdx.x, x = t % SIDE, y = t / SIDE, over = (n + TILE - 1) / TILE;
    int tiles = over * ((m + TILE - 1) / TILE), blocks = gridDim.x * gridDim.y;
    for (int at = blockIdx.y * gridDim.x + blockIdx.x; at < tiles; at += blocks) {
        int row0 = at / over * TILE, col0 = at % over * TILE;
        float sum[EDGE][EDGE] = {};
        for (int p = 0; p < k; p += STEP) {
            for (int i = t; i < TILE * STEP; i += SIDE * SIDE) {
                int r = row0 + i / STEP, q = p + i % STEP, d = p + i / TILE, j = col0 + i % TILE;
                as[i / STEP][i % STEP] = r < m && q < k ? a[(size_t)r * k + q] : 0.0f;
                bs[i / TILE][i % TILE] = d < k && j < n ? b[(size_t)d * n + j] : 0.0f;
            }
            __syncthreads();
#pragma unroll
            for (int q = 0; q < STEP; q++)
                for (int i = 0; i < EDGE; i++)
                    for (int j = 0; j < EDGE; j++)
                        sum[i][j] += as[y + i * SIDE][q] * bs[q][x + j * SIDE];
            __syncthreads();
        }
        for (int i = 0; i < EDGE * EDGE; i++) {
            int row = row0 + y + i / EDGE * SIDE, col = col0 + x + i % EDGE * SIDE;
            if (row < m && col < n) c[(size_t)row * n + col] = sum[i / EDGE][i % EDGE];
        }
    }
}

void tile_sweep(const float *a, const float *b, float *c, int *warps, long long *words,
                int *choice, int m, int n, int k, int sms, int sm_regs, int sm_smem) {
    Table t = {};
    for (int s = 0; s < 4; s++) {
        long long tile = 16 << s, down = (m + tile - 1) / tile, over = (n + tile - 1) / tile;
        int blocks = min(8, min(sm_regs / (REGISTERS[s] * 256), sm_smem / (int)(tile * 128 + 1024)));
        t.warps[s] = 8 * blocks;
        t.words[s] = k * (m * over + n * down);
        if (blocks > 0 && down * over >= sms) t.choice = s;
    }
    publish<<<1, 4>>>(t, warps, words, choice);
    int tile = 16 << t.choice;
    dim3 grid((n + tile - 1) / tile, (m + tile - 1) / tile);
    if (m && n) walk<<<grid, SIDE * SIDE>>>(a, b, c, m, n, k);
}
