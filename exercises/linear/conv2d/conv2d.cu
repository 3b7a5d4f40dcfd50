// Convolution as a matrix product, without the matrix.
//
// The tiled product is here: weights times a tile ps of the im2col matrix, which has a
// row for each (channel, y, x) of the window and a column for each pixel of the output.
//
// TODO: gather() computes one element of that matrix from the input. Then store the sums
// in their places of out, [batch, filters, oh, ow].

const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int QUAD = 4;                                // a thread has QUAD x QUAD results
const int ACROSS = TILE_N / QUAD;                  // threads in a row of the tile
const int THREADS = TILE_M / QUAD * ACROSS;        // 256
const int PAD = 4;                                 // floats: fewer bank conflicts

struct Shape {
    int batch, channels, height, width, filters, kh, kw, pad, stride, dilation;
    int oh, ow, k; // extents of the output, and of the sum
};

// Element (q, n) of the im2col matrix: what output pixel n multiplies with weight q of
// each filter. 0 outside of the matrix, and where the window hangs over the edge.
__device__ float gather(const float *in, int q, int n, const Shape &z) {
    return 0.0f; // TODO
}

__global__ void __launch_bounds__(THREADS)
    conv_kernel(const float *in, const float *weights, float *out, Shape z) {
    // Both by rows of k: the values for one step are neighbours.
    __shared__ __align__(16) float ws[TILE_K][TILE_M + PAD], ps[TILE_K][TILE_N];
    int t = threadIdx.x, x = t % ACROSS * QUAD, y = t / ACROSS * QUAD;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[QUAD][QUAD] = {};

    for (int p = 0; p < z.k; p += TILE_K) {
        for (int i = t; i < TILE_M * TILE_K; i += THREADS) {
            int f = row0 + i / TILE_K, q = p + i % TILE_K;
            bool inside = f < z.filters && q < z.k;
            ws[i % TILE_K][i / TILE_K] = inside ? weights[(size_t)f * z.k + q] : 0.0f;
        }
        for (int i = t; i < TILE_K * TILE_N; i += THREADS)
            ps[i / TILE_N][i % TILE_N] = gather(in, p + i / TILE_N, col0 + i % TILE_N, z);
        __syncthreads(); // both tiles are complete

#pragma unroll
        for (int q = 0; q < TILE_K; q++) {
            float4 u = *(const float4 *)&ws[q][y], v = *(const float4 *)&ps[q][x];
            float us[QUAD] = {u.x, u.y, u.z, u.w}, vs[QUAD] = {v.x, v.y, v.z, v.w};
            for (int i = 0; i < QUAD; i++)
                for (int j = 0; j < QUAD; j++)
                    sum[i][j] += us[i] * vs[j];
        }
        __syncthreads(); // nobody needs them any more
    }
    // TODO: sum[i][j] belongs to filter row0 + y + i and to output pixel col0 + x + j,
    // counted over all images. Store it, if there is such a filter and such a pixel.
}

void conv2d(const float *in, const float *weights, float *out, int batch, int channels,
            int height, int width, int filters, int kh, int kw, int pad, int stride,
            int dilation) {
    int oh = (height + 2 * pad - dilation * (kh - 1) - 1) / stride + 1;
    int ow = (width + 2 * pad - dilation * (kw - 1) - 1) / stride + 1;
    int pixels = batch * oh * ow;
    if (pixels == 0 || filters == 0) return;

    Shape z = {batch, channels, height, width, filters, kh, kw, pad, stride, dilation,
               oh, ow, channels * kh * kw};
    dim3 grid((pixels + TILE_N - 1) / TILE_N, (filters + TILE_M - 1) / TILE_M);
    conv_kernel<<<grid, THREADS>>>(in, weights, out, z);
}
