// rejected by: case | gate speedup (the first shape with enough blocks)
// says: The choice is always 0, the shape with the most blocks and the most warps. The right one is the largest shape that fits and has at least `sms` blocks: go on to the last shape, and keep the last that suits.
// A product by tiles of four shapes, a table of what each costs, and a choice.

const int STEP = 16; // of all shapes, along k
const int SIDE = 16; // threads in a row of a block
const int THREADS = SIDE * SIDE;
const int SHAPES = 4;
const int WARPS_SM = 2048 / 32; // most that a multiprocessor holds

template <int EDGE>
__global__ void __launch_bounds__(THREADS)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n,
                  int k) {
    const int TILE = SIDE * EDGE;
    __shared__ float as[TILE][STEP], bs[STEP][TILE];
    int t = threadIdx.x, x = t % SIDE, y = t / SIDE;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
    float sum[EDGE][EDGE] = {};

    for (int p = 0; p < k; p += STEP) {
        for (int i = t; i < TILE * STEP; i += THREADS) {
            int r = row0 + i / STEP, q = p + i % STEP;
            bool inside = r < m && q < k;
            as[i / STEP][i % STEP] = inside ? a[(size_t)r * k + q] : 0.0f;
        }
        for (int i = t; i < STEP * TILE; i += THREADS) {
            int q = p + i / TILE, j = col0 + i % TILE;
            bool inside = q < k && j < n;
            bs[i / TILE][i % TILE] = inside ? b[(size_t)q * n + j] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < STEP; q++) {
            float u[EDGE], v[EDGE];
            for (int i = 0; i < EDGE; i++) {
                u[i] = as[y + i * SIDE][q];
                v[i] = bs[q][x + i * SIDE];
            }
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++) {
            int row = row0 + y + i * SIDE, col = col0 + x + j * SIDE;
            if (row < m && col < n) c[(size_t)row * n + col] = sum[i][j];
        }
}

// What a shape takes of a multiprocessor, for blocks of THREADS threads.
const int REGISTERS[SHAPES] = {32, 40, 64, 128}; // of a thread
const int RESERVED = 1024; // bytes of shared memory for each block, by CUDA

struct Table {
    int warps[SHAPES], choice;
    long long words[SHAPES];
};

__global__ void publish(Table t, int *warps, long long *words, int *choice) {
    int s = threadIdx.x;
    warps[s] = t.warps[s];
    words[s] = t.words[s];
    if (s == 0) *choice = t.choice;
}

int ceil_div(int a, int b) {
    return (a + b - 1) / b;
}

Table plan(int m, int n, int k, int sms, int sm_regs, int sm_smem) {
    Table t = {};
    bool found = false;
    for (int s = 0; s < SHAPES; s++) {
        int tile = SIDE << s;
        int bytes = 2 * tile * STEP * (int)sizeof(float) + RESERVED;
        int blocks =
            min(WARPS_SM / (THREADS / 32),
                min(sm_regs / (REGISTERS[s] * THREADS), sm_smem / bytes));
        int down = ceil_div(m, tile), across = ceil_div(n, tile);
        t.warps[s] = blocks * (THREADS / 32);
        // Each column of tiles reads all of A, each row of tiles all of B.
        t.words[s] = (long long)m * k * across + (long long)k * n * down;
        // Shapes grow, so the last that fills the device reuses the most.
        if (blocks > 0 && (long long)down * across >= sms && !found) {
            t.choice = s;
            found = true;
        }
    }
    return t;
}

template <int EDGE>
void run(const float *a, const float *b, float *c, int m, int n, int k) {
    const int TILE = SIDE * EDGE;
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul_kernel<EDGE><<<grid, THREADS>>>(a, b, c, m, n, k);
}

void tile_sweep(const float *a, const float *b, float *c, int *warps,
                long long *words, int *choice, int m, int n, int k, int sms,
                int sm_regs, int sm_smem) {
    Table t = plan(m, n, k, sms, sm_regs, sm_smem);
    publish<<<1, SHAPES>>>(t, warps, words, choice);
    if (m == 0 || n == 0) return;

    switch (t.choice) {
    case 0: return run<1>(a, b, c, m, n, k);
    case 1: return run<2>(a, b, c, m, n, k);
    case 2: return run<4>(a, b, c, m, n, k);
    default: return run<8>(a, b, c, m, n, k);
    }
}
