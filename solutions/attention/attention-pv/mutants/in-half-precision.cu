// rejected by: case (p and v are rounded to half precision)
// says: p or v is rounded to half precision on its way. Both must stay floats.
#include <cuda_fp16.h>

const int TILE = 32; // queries and keys of a tile
const int DIM = 128;

__global__ void pv_kernel(const float *p, const float *v, float *o, int heads,
                          int lq, int lk, int dim) {
    __shared__ float ps[TILE][TILE + 1];
    __shared__ float vs[TILE][DIM];
    int b = blockIdx.y / heads, h = blockIdx.y % heads;
    int i0 = blockIdx.x * TILE;
    int lane = threadIdx.x, w = threadIdx.y; // 32 x 8
    float sum[4][4] = {};
    for (int j0 = 0; j0 < lk; j0 += TILE) {
        for (int r = w; r < TILE; r += 8) {
            int i = i0 + r, j = j0 + lane;
            ps[r][lane] = i < lq && j < lk ? p[((size_t)blockIdx.y * lq + i) * lk + j] : 0.0f;
        }
        for (int r = w; r < TILE; r += 8) {
            int j = j0 + r;
            for (int d = lane; d < DIM; d += 32)
                vs[r][d] = j < lk && d < dim ? v[((size_t)(b * lk + j) * heads + h) * dim + d] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < TILE; k++)
#pragma unroll
            for (int r = 0; r < 4; r++)
#pragma unroll
                for (int c = 0; c < 4; c++)
                    sum[r][c] += __half2float(__float2half(ps[w + 8 * r][k])) * __half2float(__float2half(vs[k][lane + 32 * c]));
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int c = 0; c < 4; c++) {
            int i = i0 + w + 8 * r, d = lane + 32 * c;
            if (i < lq && d < dim) o[((size_t)(b * lq + i) * heads + h) * dim + d] = sum[r][c];
        }
}

// dim is at most 128.
void attention_pv(const float *p, const float *v, float *o, int batch,
                  int heads, int lq, int lk, int dim) {
    if (batch * heads == 0 || lq == 0 || dim == 0) return;
    dim3 grid((lq + TILE - 1) / TILE, batch * heads);
    pv_kernel<<<grid, dim3(32, 8)>>>(p, v, o, heads, lq, lk, dim);
}
