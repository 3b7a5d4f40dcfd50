// rejected by: case the second product nearly cancels its bias (sums of 16 products are halves)
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int FRAG = 16;     // side of a fragment
const int ROWS = 64;     // rows of x of a block
const int WIDTH = 128;   // columns of x and out: d is at most this
const int HIDDEN = 32;   // hidden columns of a step
const int THREADS = 128; // four warps, two by two
const int PAD = 8;       // halves: rows begin in other banks, 16-byte aligned
const int WIDE = WIDTH / 2 / FRAG; // fragments of out that a warp has side by side

using Sum = wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float>;

// A product whose sums are halves; only what 16 steps leave is added as floats.
template <class A, class B> __device__ void in_halves(Sum &s, const A &a, const B &b) {
    wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, __half> part;
    wmma::fill_fragment(part, __float2half(0.0f));
    wmma::mma_sync(part, a, b, part);
    for (int i = 0; i < s.num_elements; i++)
        s.x[i] += __half2float(part.x[i]);
}
using Left = wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, __half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, __half, wmma::row_major>;

struct Tiles {
    __half x[ROWS][WIDTH + PAD];
    __half w1[WIDTH][HIDDEN + PAD];
    __half w2[HIDDEN][WIDTH + PAD];
    __half hidden[ROWS][HIDDEN + PAD];
    float stage[THREADS / 32][FRAG][FRAG]; // a fragment of each warp
};

__device__ float gelu(float u) {
    return 0.5f * u * (1.0f + tanhf(0.7978845608f * (u + 0.044715f * u * u * u)));
}

// A tile of TALL x COLS halves, 8 of them (16 bytes) for each load; zeros outside.
template <int TALL, int COLS>
__device__ void load_tile(__half (*tile)[COLS + PAD], const __half *from, int row,
                          int col, int rows, int cols) {
    const int GROUPS = COLS / 8;
    for (int i = threadIdx.x; i < TALL * GROUPS; i += THREADS) {
        int r = i / GROUPS, c = i % GROUPS * 8;
        uint4 v = make_uint4(0, 0, 0, 0);
        if (row + r < rows && col + c < cols)
            v = *(const uint4 *)&from[(size_t)(row + r) * cols + col + c];
        *(uint4 *)&tile[r][c] = v;
    }
}

// The warp's 32 x 16 hidden values of a step whose first hidden column is h0.
__device__ void hidden_values(Tiles &s, const float *b1, int h0, int h, int d, int warp) {
    int row = warp / 2 * 32, col = warp % 2 * FRAG, lane = threadIdx.x % 32;
    Sum sum[2];
    Left fa;
    Right fb;
    for (int i = 0; i < 2; i++)
        wmma::fill_fragment(sum[i], 0.0f);
    for (int p = 0; p < d; p += FRAG) {
        wmma::load_matrix_sync(fb, &s.w1[p][col], HIDDEN + PAD);
        for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(fa, &s.x[row + i * FRAG][p], WIDTH + PAD);
            wmma::mma_sync(sum[i], fa, fb, sum[i]);
        }
    }
    int c = lane % 16, column = h0 + col + c; // a lane has one column: one bias
    float add = column < h ? b1[column] : 0.0f;
    for (int i = 0; i < 2; i++) {
        float(*stage)[FRAG] = s.stage[warp];
        wmma::store_matrix_sync(stage[0], sum[i], FRAG, wmma::mem_row_major);
        __syncwarp(); // all 256 sums are there
        for (int r = lane / 16; r < FRAG; r += 2)
            s.hidden[row + i * FRAG + r][col + c] = __float2half(gelu(stage[r][c] + add));
        __syncwarp(); // nobody needs them any more
    }
}

__global__ void mlp_kernel(const __half *x, const __half *w1, const float *b1,
                           const __half *w2, const float *b2, float *out, int m, int d,
                           int h) {
    __shared__ __align__(32) Tiles s;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row0 = blockIdx.x * ROWS, row = warp / 2 * 32, col = warp % 2 * (WIDTH / 2);
    Sum sum[2][WIDE];
    Left fa[2];
    Right fb;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < WIDE; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);

    load_tile<ROWS, WIDTH>(s.x, x, row0, 0, m, d);
    for (int h0 = 0; h0 < h; h0 += HIDDEN) {
        load_tile<WIDTH, HIDDEN>(s.w1, w1, 0, h0, d, h);
        load_tile<HIDDEN, WIDTH>(s.w2, w2, h0, 0, h, d);
        __syncthreads(); // the weights (and x) are there
        hidden_values(s, b1, h0, h, d, warp);
        __syncthreads(); // all hidden values of this step are there
        for (int p = 0; p < HIDDEN; p += FRAG) {
            for (int i = 0; i < 2; i++)
                wmma::load_matrix_sync(fa[i], &s.hidden[row + i * FRAG][p], HIDDEN + PAD);
#pragma unroll
            for (int j = 0; j < WIDE; j++) {
                if (col + j * FRAG >= d) break; // all lanes of the warp
                wmma::load_matrix_sync(fb, &s.w2[p][col + j * FRAG], WIDTH + PAD);
                for (int i = 0; i < 2; i++)
                    in_halves(sum[i][j], fa[i], fb);
            }
        }
        __syncthreads(); // nobody needs weights and hidden values any more
    }
#pragma unroll
    for (int j = 0; j < WIDE; j++) {
        int c = col + j * FRAG + lane % 16;
        float add = c < d ? b2[c] : 0.0f;
        for (int i = 0; i < 2; i++) {
            float(*stage)[FRAG] = s.stage[warp];
            wmma::store_matrix_sync(stage[0], sum[i][j], FRAG, wmma::mem_row_major);
            __syncwarp(); // all 256 sums are there
            for (int r = lane / 16; r < FRAG; r += 2) {
                int at = row0 + row + i * FRAG + r;
                if (at < m && c < d) out[(size_t)at * d + c] = stage[r][lane % 16] + add;
            }
            __syncwarp(); // nobody needs them any more
        }
    }
}

// d is at most WIDTH; d and h are multiples of 8.
void mlp(const __half *x, const __half *w1, const float *b1, const __half *w2,
         const float *b2, float *out, int m, int d, int h) {
    if (m == 0 || d == 0) return;

    mlp_kernel<<<(m + ROWS - 1) / ROWS, THREADS>>>(x, w1, b1, w2, b2, out, m, d, h);
}
