// rejected by: case one image, NCHW | case NCHW (NHWC is read as NCHW, and NCHW as NHWC)
// says: NCHW is read as NHWC, and NHWC as NCHW. nhwc is 1 if the channels of a pixel are neighbours.
const int BLOCK = 256;

struct Part {
    float n, mean, m2;
};

__device__ Part merge(Part a, Part b) {
    float n = a.n + b.n;
    if (n == 0) return a;
    float d = b.mean - a.mean, f = b.n / n;
    return {n, a.mean + d * f, a.m2 + b.m2 + d * d * a.n * f};
}

__device__ void finish(Part p, float *run_mean, float *run_var, int ch,
                       float momentum) {
    run_mean[ch] = (1 - momentum) * run_mean[ch] + momentum * p.mean;
    run_var[ch] =
        (1 - momentum) * run_var[ch] + momentum * p.m2 / fmaxf(p.n - 1, 1);
}

// NCHW: a block has a channel
__global__ void nchw_kernel(const float *x, const float *gain,
                            const float *bias, float *run_mean, float *run_var,
                            float *y, int each, int c, int hw, float momentum,
                            float eps) {
    int ch = blockIdx.x;
    Part p = {0, 0, 0};
    for (int i = threadIdx.x; i < each; i += BLOCK)
        p = merge(p, {1, x[((size_t)(i / hw) * c + ch) * hw + i % hw], 0});
    for (int d = 16; d > 0; d /= 2)
        p = merge(p, {__shfl_xor_sync(~0u, p.n, d),
                      __shfl_xor_sync(~0u, p.mean, d),
                      __shfl_xor_sync(~0u, p.m2, d)});
    __shared__ Part part[8];
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = p;
    __syncthreads();
    p = part[0];
    for (int w = 1; w < 8; w++)
        p = merge(p, part[w]);
    float scale = gain[ch] * rsqrtf(p.m2 / each + eps);
    for (int i = threadIdx.x; i < each; i += BLOCK) {
        size_t k = ((size_t)(i / hw) * c + ch) * hw + i % hw;
        y[k] = (x[k] - p.mean) * scale + bias[ch];
    }
    if (threadIdx.x == 0) finish(p, run_mean, run_var, ch, momentum);
}

// NHWC: 32 channels x 8 warps; blockIdx.y is a stretch of rows
__global__ void sums(const float *x, Part *parts, int each, int c) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int ch = blockIdx.x * 32 + lane;
    int rows = (each + gridDim.y - 1) / gridDim.y;
    int from = blockIdx.y * rows, to = min(each, from + rows);
    Part p = {0, 0, 0};
    if (ch < c)
        for (int i = from + warp; i < to; i += 8)
            p = merge(p, {1, x[(size_t)i * c + ch], 0});
    __shared__ Part part[8][32];
    part[warp][lane] = p;
    __syncthreads();
    if (warp == 0) {
        for (int w = 1; w < 8; w++)
            p = merge(p, part[w][lane]);
        if (ch < c) parts[(size_t)blockIdx.y * c + ch] = p;
    }
}

__global__ void join(const float *gain, const float *bias, float *run_mean,
                     float *run_var, const Part *parts, float *scales, int n,
                     int each, int c, float momentum, float eps) {
    int ch = blockIdx.x * BLOCK + threadIdx.x;
    if (ch >= c) return;
    Part p = {0, 0, 0};
    for (int i = 0; i < n; i++)
        p = merge(p, parts[(size_t)i * c + ch]);
    float s = gain[ch] * rsqrtf(p.m2 / each + eps);
    scales[ch] = s;
    scales[c + ch] = p.mean;
    finish(p, run_mean, run_var, ch, momentum);
}

__global__ void apply(const float *x, const float *scales, const float *bias,
                      float *y, int each, int c) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int ch = blockIdx.x * 32 + lane;
    if (ch >= c) return;
    float s = scales[ch], m = scales[c + ch], b = bias[ch];
    int rows = (each + gridDim.y - 1) / gridDim.y;
    int from = blockIdx.y * rows, to = min(each, from + rows);
    for (int i = from + warp; i < to; i += 8)
        y[(size_t)i * c + ch] = (x[(size_t)i * c + ch] - m) * s + b;
}

void batchnorm(const float *x, const float *gain, const float *bias,
               float *run_mean, float *run_var, float *y, int n, int c, int hw,
               int nhwc, float momentum, float eps) {
    if (n * hw == 0 || c == 0) return;
    int each = n * hw;
    if (nhwc) {
        nchw_kernel<<<c, BLOCK>>>(x, gain, bias, run_mean, run_var, y, each, c,
                                  hw, momentum, eps);
        return;
    }
    int stretches = max(1, min(128, each / 32));
    Part *parts;
    float *scales;
    cudaMallocAsync(&parts, (size_t)stretches * c * sizeof *parts, 0);
    cudaMallocAsync(&scales, (size_t)c * 2 * sizeof *scales, 0);
    dim3 grid((c + 31) / 32, stretches);
    sums<<<grid, BLOCK>>>(x, parts, each, c);
    join<<<(c + BLOCK - 1) / BLOCK, BLOCK>>>(gain, bias, run_mean, run_var,
                                             parts, scales, stretches, each, c,
                                             momentum, eps);
    apply<<<grid, BLOCK>>>(x, scales, bias, y, each, c);
    cudaFreeAsync(parts, 0);
    cudaFreeAsync(scales, 0);
}
