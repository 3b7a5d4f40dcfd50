// rejected by: trap global-race | trap out-of-bounds | case batch=300 | case batch=2 (product i of c begins as that of a does)
// Small products: the tile follows the shape, so that all multiprocessors have work.
//
// On 132 multiprocessors, one product of 256 x 256:
// tiles128: 4
// tiles16: 132
// And 34 products of 256 x 256 at once by tiles of 128 x 128:
// waves: half

const int THREADS = 256; // 16 x 16, each with EDGE x EDGE results
const int STEP = 32;     // along k

// Neighbouring results of a thread are 16 apart: lanes side by side have columns side by
// side, whatever EDGE is.
template <int EDGE>
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
    const int TILE = 16 * EDGE;
    __shared__ float as[TILE][STEP + 1], bs[STEP][TILE];
    int t = threadIdx.x, x = t % 16, y = t / 16, i = blockIdx.z;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
    float sum[EDGE][EDGE] = {};

    a += (size_t)i * m * k, b += (size_t)i * k * n, c += (size_t)i * m * k;
    for (int p = 0; p < k; p += STEP) {
#pragma unroll
        for (int e = t; e < TILE * STEP; e += THREADS) {
            int r = row0 + e / STEP, q = p + e % STEP;
            as[e / STEP][e % STEP] = r < m && q < k ? a[(size_t)r * k + q] : 0.0f;
        }
#pragma unroll
        for (int e = t; e < STEP * TILE; e += THREADS) {
            int q = p + e / TILE, s = col0 + e % TILE;
            bs[e / TILE][e % TILE] = q < k && s < n ? b[(size_t)q * n + s] : 0.0f;
        }
        __syncthreads(); // both tiles are complete
#pragma unroll
        for (int q = 0; q < STEP; q++) {
            float u[EDGE], v[EDGE];
            for (int j = 0; j < EDGE; j++)
                u[j] = as[y + 16 * j][q], v[j] = bs[q][x + 16 * j];
            for (int j = 0; j < EDGE; j++)
                for (int l = 0; l < EDGE; l++)
                    sum[j][l] += u[j] * v[l];
        }
        __syncthreads(); // nobody needs them any more
    }
    for (int j = 0; j < EDGE; j++)
        for (int l = 0; l < EDGE; l++) {
            int r = row0 + y + 16 * j, s = col0 + x + 16 * l;
            if (r < m && s < n) c[(size_t)r * n + s] = sum[j][l];
        }
}

static long long blocks_of(int tile, int batch, int m, int n) {
    return (long long)batch * ((m + tile - 1) / tile) * ((n + tile - 1) / tile);
}

template <int EDGE>
static void launch(const float *a, const float *b, float *c, int batch, int m, int n,
                   int k) {
    const int TILE = 16 * EDGE;
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE, batch);
    product<EDGE><<<grid, THREADS>>>(a, b, c, m, n, k);
}

// The largest tile that still gives each multiprocessor a block, as it loads least. But
// none of which most lies outside of a small result.
void small_products(const float *a, const float *b, float *c, int batch, int m, int n,
                    int k) {
    int sms = 1;
    if (batch == 0 || m == 0 || n == 0) return;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    if (blocks_of(64, batch, m, n) >= sms && max(m, n) > 32)
        launch<4>(a, b, c, batch, m, n, k);
    else if (blocks_of(32, batch, m, n) >= sms && max(m, n) > 16)
        launch<2>(a, b, c, batch, m, n, k);
    else
        launch<1>(a, b, c, batch, m, n, k);
}
