// rejected by: case stride (the pixel of din is multiplied by the stride)
// says: In din, the place in the input is multiplied by the stride. It is the other way round: v * stride = y + pad - i, and there is no v if the right side is no multiple.
// The gradients of a convolution, as two tiled products.
//
//   din       rows channels    columns pixels of the input   sum over (f, i, j)
//   dweights  rows filters     columns weights (c, i, j)     sum over pixels of the output
//
// Neither second factor is stored: its tiles are gathered. The tiled product is here.

const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int QUAD = 4;                                // a thread has QUAD x QUAD results
const int ACROSS = TILE_N / QUAD;                  // threads in a row of the tile
const int THREADS = TILE_M / QUAD * ACROSS;        // 256
const int PAD = 4;                                 // floats: fewer bank conflicts

struct Shape {
    int batch, channels, height, width, filters, kh, kw, pad, stride;
    int oh, ow; // extents of the output
};

// One of the two products: `rows` x `columns` sums of `depth` products a(m, k) * b(k, n).
// a and b are 0 outside.
struct InputGradient {
    static const bool ALONG_K = false; // neighbours in memory are columns of b
    const float *weights, *dout;
    float *din;
    Shape z;
    int rows, columns, depth;

    // The weight of channel c for product k, which is filter f, row i and column j.
    __device__ float a(int c, int k) const {
        if (c >= rows || k >= depth) return 0.0f;
        int f = k / (z.kh * z.kw), ij = k % (z.kh * z.kw);
        return weights[((size_t)f * z.channels + c) * z.kh * z.kw + ij];
    }

    // The gradient of the output that used input pixel n with weight k; 0 if none did.
    __device__ float b(int k, int n) const {
        if (k >= depth || n >= columns) return 0.0f;
        int f = k / (z.kh * z.kw), i = k / z.kw % z.kh, j = k % z.kw;
        int image = n / (z.height * z.width), p = n % (z.height * z.width);
        int v = p / z.width * z.stride - (z.kh - 1 - z.pad) + z.kh - 1 - i;
        int u = p % z.width * z.stride - (z.kw - 1 - z.pad) + z.kw - 1 - j;
        if (v < 0 || u < 0) return 0.0f;
        if (v >= z.oh || u >= z.ow) return 0.0f;
        return dout[(((size_t)image * z.filters + f) * z.oh + v) * z.ow + u];
    }

    __device__ void store(int c, int n, float sum) const {
        int plane = z.height * z.width;
        din[((size_t)(n / plane) * z.channels + c) * plane + n % plane] = sum;
    }
};

struct WeightGradient {
    static const bool ALONG_K = true; // neighbours in memory are rows of b
    const float *in, *dout;
    float *dweights;
    Shape z;
    int rows, columns, depth;

    // The gradient of filter f at output pixel k, counted over all images.
    __device__ float a(int f, int k) const {
        if (f >= rows || k >= depth) return 0.0f;
        int plane = z.oh * z.ow;
        return dout[((size_t)(k / plane) * z.filters + f) * plane + k % plane];
    }

    // The value that output pixel k multiplied with weight n (channel c, row i, column j).
    __device__ float b(int k, int n) const {
        if (k >= depth || n >= columns) return 0.0f;
        int c = n / (z.kh * z.kw), i = n / z.kw % z.kh, j = n % z.kw;
        int image = k / (z.oh * z.ow), v = k / z.ow % z.oh, u = k % z.ow;
        int y = v * z.stride - z.pad + i, x = u * z.stride - z.pad + j;
        if (y < 0 || x < 0 || y >= z.height || x >= z.width) return 0.0f;
        return in[(((size_t)image * z.channels + c) * z.height + y) * z.width + x];
    }

    __device__ void store(int f, int n, float sum) const {
        dweights[(size_t)f * columns + n] = sum;
    }
};

// Block z of the grid adds up the products from z * step on.
template <class P>
__global__ void __launch_bounds__(THREADS) product_kernel(P p, int step) {
    // Both by rows of k: the values for one step are neighbours.
    __shared__ __align__(16) float as[TILE_K][TILE_M + PAD], bs[TILE_K][TILE_N + PAD];
    int t = threadIdx.x, x = t % ACROSS * QUAD, y = t / ACROSS * QUAD;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    int end = min(p.depth, (int)(blockIdx.z + 1) * step);
    float sum[QUAD][QUAD] = {};

    for (int k0 = blockIdx.z * step; k0 < end; k0 += TILE_K) {
        for (int i = t; i < TILE_M * TILE_K; i += THREADS)
            as[i % TILE_K][i / TILE_K] = p.a(row0 + i / TILE_K, k0 + i % TILE_K);
        for (int i = t; i < TILE_K * TILE_N; i += THREADS) {
            int k = P::ALONG_K ? i % TILE_K : i / TILE_N;
            int n = P::ALONG_K ? i / TILE_K : i % TILE_N;
            bs[k][n] = p.b(k0 + k, col0 + n);
        }
        __syncthreads(); // both tiles are complete

#pragma unroll
        for (int k = 0; k < TILE_K; k++) {
            float4 u = *(const float4 *)&as[k][y], v = *(const float4 *)&bs[k][x];
            float us[QUAD] = {u.x, u.y, u.z, u.w}, vs[QUAD] = {v.x, v.y, v.z, v.w};
            for (int i = 0; i < QUAD; i++)
                for (int j = 0; j < QUAD; j++)
                    sum[i][j] += us[i] * vs[j];
        }
        __syncthreads(); // nobody needs them any more
    }
    for (int i = 0; i < QUAD; i++)
        for (int j = 0; j < QUAD; j++) {
            int m = row0 + y + i, n = col0 + x + j;
            if (m < p.rows && n < p.columns) p.store(m, n, sum[i][j]);
        }
}

__global__ void bias_kernel(const float *dout, float *dbias, int filters, int plane,
                            int pixels) {
    __shared__ float part[THREADS / 32];
    int f = blockIdx.x;
    float sum = 0;
    for (int p = threadIdx.x; p < pixels; p += THREADS)
        sum += dout[((size_t)(p / plane) * filters + f) * plane + p % plane];
    for (int o = 16; o > 0; o /= 2)
        sum += __shfl_down_sync(~0u, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < THREADS / 32; i++)
            sum += part[i];
        dbias[f] = sum;
    }
}

int ceil_div(int a, int b) {
    return (a + b - 1) / b;
}

void conv_backward(const float *in, const float *weights, const float *dout, float *din,
                   float *dweights, float *dbias, int batch, int channels, int height,
                   int width, int filters, int kh, int kw, int pad, int stride) {
    int oh = (height + 2 * pad - kh) / stride + 1, ow = (width + 2 * pad - kw) / stride + 1;
    int pixels = batch * oh * ow;
    Shape z = {batch, channels, height, width, filters, kh, kw, pad, stride, oh, ow};
    InputGradient to_in = {weights, dout, din, z, channels, batch * height * width,
                           filters * kh * kw};
    WeightGradient to_weights = {in, dout, dweights, z, filters, channels * kh * kw, pixels};

    if (to_in.rows * to_in.columns > 0) {
        dim3 grid(ceil_div(to_in.columns, TILE_N), ceil_div(to_in.rows, TILE_M));
        product_kernel<<<grid, THREADS>>>(to_in, to_in.depth);
    }
    if (to_weights.rows * to_weights.columns > 0) {
        dim3 grid(ceil_div(to_weights.columns, TILE_N), ceil_div(to_weights.rows, TILE_M));
        product_kernel<<<grid, THREADS>>>(to_weights, max(1, to_weights.depth));
    }
    if (filters > 0)
        bias_kernel<<<filters, THREADS>>>(dout, dbias, filters, oh * ow, pixels);
}
