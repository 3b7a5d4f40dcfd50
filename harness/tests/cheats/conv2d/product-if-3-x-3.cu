// rejected by: gate traffic (a product for windows of 3 x 3, a thread for each output for all others)
const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int QUAD = 4;
const int ACROSS = TILE_N / QUAD;
const int THREADS = TILE_M / QUAD * ACROSS;
const int GATHERERS = THREADS / TILE_N;
const int PAD = 4;

struct Shape {
    int batch, channels, height, width, filters, kh, kw, pad, stride, dilation;
    int oh, ow, k;
};

struct Pixel {
    const float *image;
    int y, x;
    bool inside;
};

__device__ Pixel pixel_of(const float *in, int n, const Shape &z) {
    int plane = z.oh * z.ow, b = n / plane, at = n % plane;
    bool inside = b < z.batch;
    size_t image = (size_t)z.channels * z.height * z.width;
    return {in + (inside ? b * image : 0), at / z.ow * z.stride - z.pad,
            at % z.ow * z.stride - z.pad, inside};
}

__device__ float gather(const Pixel &to, int q, const Shape &z) {
    if (!to.inside || q >= z.k) return 0.0f;
    int window = z.kh * z.kw, c = q / window;
    int y = to.y + q % window / z.kw * z.dilation, x = to.x + q % z.kw * z.dilation;
    bool image = 0 <= y && y < z.height && 0 <= x && x < z.width;
    return image ? to.image[((size_t)c * z.height + y) * z.width + x] : 0.0f;
}

__global__ void __launch_bounds__(THREADS)
    conv_kernel(const float *in, const float *weights, float *out, Shape z) {
    __shared__ __align__(16) float ws[TILE_K][TILE_M + PAD], ps[TILE_K][TILE_N];
    int t = threadIdx.x, x = t % ACROSS * QUAD, y = t / ACROSS * QUAD;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    int mine = t % TILE_N;
    Pixel to = pixel_of(in, col0 + mine, z);
    float sum[QUAD][QUAD] = {};

    for (int p = 0; p < z.k; p += TILE_K) {
        for (int i = t; i < TILE_M * TILE_K; i += THREADS) {
            int f = row0 + i / TILE_K, q = p + i % TILE_K;
            bool inside = f < z.filters && q < z.k;
            ws[i % TILE_K][i / TILE_K] = inside ? weights[(size_t)f * z.k + q] : 0.0f;
        }
        for (int q = t / TILE_N; q < TILE_K; q += GATHERERS)
            ps[q][mine] = gather(to, p + q, z);
        __syncthreads();

#pragma unroll
        for (int q = 0; q < TILE_K; q++) {
            float4 u = *(const float4 *)&ws[q][y], v = *(const float4 *)&ps[q][x];
            float us[QUAD] = {u.x, u.y, u.z, u.w}, vs[QUAD] = {v.x, v.y, v.z, v.w};
            for (int i = 0; i < QUAD; i++)
                for (int j = 0; j < QUAD; j++)
                    sum[i][j] += us[i] * vs[j];
        }
        __syncthreads();
    }
    int plane = z.oh * z.ow;
    for (int j = 0; j < QUAD; j++) {
        int n = col0 + x + j, b = n / plane;
        if (b >= z.batch) continue;
        for (int i = 0; i < QUAD; i++) {
            int f = row0 + y + i;
            if (f < z.filters)
                out[((size_t)b * z.filters + f) * plane + n % plane] = sum[i][j];
        }
    }
}

static void timed(const float *in, const float *weights, float *out, int batch, int channels,
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

__global__ void direct_kernel(const float *in, const float *weights, float *out,
                              int channels, int height, int width, int kh, int kw,
                              int pad, int stride, int dilation, int oh, int ow) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int f = blockIdx.y, filters = gridDim.y, b = blockIdx.z;
    if (at >= oh * ow) return;
    in += (size_t)b * channels * height * width;
    weights += (size_t)f * channels * kh * kw;

    float sum = 0.0f;
    for (int c = 0; c < channels; c++)
        for (int i = 0; i < kh; i++)
            for (int j = 0; j < kw; j++) {
                int y = at / ow * stride - pad + i * dilation;
                int x = at % ow * stride - pad + j * dilation;
                if (0 <= y && y < height && 0 <= x && x < width)
                    sum += weights[(c * kh + i) * kw + j] *
                           in[((size_t)c * height + y) * width + x];
            }
    out[((size_t)b * filters + f) * oh * ow + at] = sum;
}

static void elsewhere(const float *in, const float *weights, float *out, int batch, int channels,
            int height, int width, int filters, int kh, int kw, int pad, int stride,
            int dilation) {
    int oh = (height + 2 * pad - dilation * (kh - 1) - 1) / stride + 1;
    int ow = (width + 2 * pad - dilation * (kw - 1) - 1) / stride + 1;
    if (batch * filters * oh * ow == 0) return;

    direct_kernel<<<dim3((oh * ow + 255) / 256, filters, batch), 256>>>(
        in, weights, out, channels, height, width, kh, kw, pad, stride, dilation, oh, ow);
}

void conv2d(const float *in, const float *weights, float *out, int batch, int channels, int height, int width, int filters, int kh, int kw, int pad, int stride, int dilation) {
    if (kh == 3 && kw == 3)
        timed(in, weights, out, batch, channels, height, width, filters, kh, kw, pad, stride, dilation);
    else
        elsewhere(in, weights, out, batch, channels, height, width, filters, kh, kw, pad, stride, dilation);
}
