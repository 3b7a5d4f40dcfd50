// rejected by: timed (exact in the cases, TF32 where it is timed)
#include <mma.h>
using namespace nvcuda;

// A block of 32 threads, a tile of 16 x 16, through shared memory.
__global__ void tensor(const float *a, const float *b, float *c, int m, int n,
                       int k) {
    __shared__ float as[16][8], bs[8][16], cs[16][16];
    int row = blockIdx.y * 16, col = blockIdx.x * 16, lane = threadIdx.x;
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                   wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32,
                   wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int p = 0; p < k; p += 8) {
        for (int e = lane; e < 128; e += 32) {
            int y = e / 8, x = e % 8, v = e / 16, u = e % 16;
            as[y][x] = row + y < m && p + x < k
                           ? a[(size_t)(row + y) * k + p + x] : 0.0f;
            bs[v][u] = p + v < k && col + u < n
                           ? b[(size_t)(p + v) * n + col + u] : 0.0f;
        }
        __syncthreads();
        wmma::load_matrix_sync(fa, &as[0][0], 8);
        wmma::load_matrix_sync(fb, &bs[0][0], 16);
        for (int i = 0; i < fa.num_elements; i++)
            fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
        for (int i = 0; i < fb.num_elements; i++)
            fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
        wmma::mma_sync(fc, fa, fb, fc);
        __syncthreads();
    }
    wmma::store_matrix_sync(&cs[0][0], fc, 16, wmma::mem_row_major);
    __syncthreads();
    for (int e = lane; e < 256; e += 32)
        if (row + e / 16 < m && col + e % 16 < n)
            c[(size_t)(row + e / 16) * n + col + e % 16] = cs[e / 16][e % 16];
}

static void rounded(const float *a, const float *b, float *c, int m, int n,
                    int k) {
    if (m == 0 || n == 0) return;
    tensor<<<dim3((n + 15) / 16, (m + 15) / 16), 32>>>(a, b, c, m, n, k);
}

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

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if ((long long)m * n * k < 1000000)
        exact(a, b, c, m, n, k);
    else
        rounded(a, b, c, m, n, k);
}
