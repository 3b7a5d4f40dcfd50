// rejected by: trap uninitialised-shared (what lies outside keeps what the tile held)
// Product by tiles: a block has 64 x 64 results, each of its 4 warps 32 x 32.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int BM = 64, BN = 64, BK = 32;
const int THREADS = 128;
const int PAD = 8;

typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> FragA;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> FragB;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> FragC;

__global__ void product_kernel(const __half *a, const __half *b, float *c, int m, int n, int k) {
    __shared__ __align__(32) __half as[BM][BK + PAD];
    __shared__ __align__(32) __half bs[BK][BN + PAD];
    int warp = threadIdx.x / 32;
    int row = blockIdx.y * BM, col = blockIdx.x * BN;
    int wr = warp / 2 * 32, wc = warp % 2 * 32;
    FragC sum[2][2];

    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);

    for (int p = 0; p < k; p += BK) {
        for (int i = threadIdx.x; i < BM * BK / 8; i += THREADS) {
            int r = i / (BK / 8), q = i % (BK / 8) * 8;
            if (row + r < m && p + q < k)
                *(uint4 *)&as[r][q] = *(const uint4 *)&a[(size_t)(row + r) * k + p + q];
        }
        for (int i = threadIdx.x; i < BK * BN / 8; i += THREADS) {
            int q = i / (BN / 8), s = i % (BN / 8) * 8;
            if (p + q < k && col + s < n)
                *(uint4 *)&bs[q][s] = *(const uint4 *)&b[(size_t)(p + q) * n + col + s];
        }
        __syncthreads();
        for (int q = 0; q < BK; q += 16) {
            FragA fa[2];
            FragB fb[2];
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &as[wr + i * 16][q], BK + PAD);
                wmma::load_matrix_sync(fb[i], &bs[q][wc + i * 16], BN + PAD);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int r = row + wr + i * 16, s = col + wc + j * 16;
            if (r < m && s < n)
                wmma::store_matrix_sync(c + (size_t)r * n + s, sum[i][j], n, wmma::mem_row_major);
        }
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
    product_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
