// rejected by: gate fp64_ops (sums of squares, in double precision)
const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int BLOCKS = 1024; // wanted in all
const int LEAST = 256;   // elements of a channel that a block is worth

struct Shape {
    int each, c, hw; // elements of a channel, channels, pixels
    int parts, size; // parts of the batch, elements of a channel in one
};

// Element i of channel ch.
template <bool NHWC> __device__ size_t at(Shape z, int i, int ch) {
    if (NHWC) return (size_t)i * z.c + ch;
    return ((size_t)(i / z.hw) * z.c + ch) * z.hw + i % z.hw;
}

// The thread's channel, and its first element and step within a part.
template <bool NHWC> struct Place {
    int ch, i, step, end;
    __device__ Place(Shape z) {
        int t = threadIdx.x;
        ch = NHWC ? blockIdx.x * 32 + t % 32 : blockIdx.x;
        step = NHWC ? WARPS : BLOCK;
        i = blockIdx.y * z.size + (NHWC ? t / 32 : t);
        end = ch < z.c ? min((blockIdx.y + 1) * z.size, z.each) : 0;
    }
};

// Sums of d and d * d, where d is the distance from the channel's first
// element.
template <bool NHWC>
__global__ void sums_kernel(const float *x, double2 *sums, Shape z) {
    __shared__ double2 part[WARPS][32];
    Place<NHWC> p(z);
        double s = 0, ss = 0;
#pragma unroll 4
    for (int i = p.i; i < p.end; i += p.step) {
        double d = x[at<NHWC>(z, i, p.ch)];
        s += d;
        ss += d * d;
    }
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    part[warp][lane] = {s, ss};
    __syncthreads();
    if (warp > 0) return;
    for (int w = 1; w < WARPS; w++) {
        s += part[w][lane].x;
        ss += part[w][lane].y;
    }
    if (!NHWC) // all lanes have the same channel
        for (int d = 16; d > 0; d /= 2) {
            s += __shfl_xor_sync(~0u, s, d);
            ss += __shfl_xor_sync(~0u, ss, d);
        }
    if (p.ch < z.c && (NHWC || lane == 0))
        sums[blockIdx.y * z.c + p.ch] = {s, ss};
}

// A warp has a channel: its mean, and the factor 1 / sigma.
template <bool NHWC>
__global__ void channel_kernel(const float *x, const double2 *sums,
                               double2 *stats, float *run_mean, float *run_var,
                               Shape z, float momentum, float eps) {
    int ch = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (ch >= z.c) return; // a whole warp
    double s = 0, ss = 0;
    for (int p = lane; p < z.parts; p += 32) {
        s += sums[p * z.c + ch].x;
        ss += sums[p * z.c + ch].y;
    }
    for (int d = 16; d > 0; d /= 2) {
        s += __shfl_xor_sync(~0u, s, d);
        ss += __shfl_xor_sync(~0u, ss, d);
    }
    if (lane > 0) return;
    double mean = s / z.each;
    double m2 = fmax(ss - s * (s / z.each), 0.0); // sum of squared distances
    stats[ch] = {mean, rsqrt(m2 / z.each + eps)};
    run_mean[ch] += momentum * (mean - run_mean[ch]);
    run_var[ch] += momentum * (m2 / max(z.each - 1, 1) - run_var[ch]);
}

template <bool NHWC>
__global__ void apply_kernel(const float *x, const float *gain,
                             const float *bias, const double2 *stats, float *y,
                             Shape z) {
    Place<NHWC> p(z);
    if (p.ch >= z.c) return;
    float mean = stats[p.ch].x, scale = stats[p.ch].y * gain[p.ch];
    float shift = bias[p.ch];
#pragma unroll 4
    for (int i = p.i; i < p.end; i += p.step) {
        size_t k = at<NHWC>(z, i, p.ch);
        y[k] = (x[k] - mean) * scale + shift;
    }
}

template <bool NHWC>
static void normalise(const float *x, const float *gain, const float *bias,
                      float *run_mean, float *run_var, float *y, Shape z,
                      float momentum, float eps) {
    int groups = NHWC ? (z.c + 31) / 32 : z.c;
    z.parts = max(1, min(BLOCKS / groups, z.each / LEAST));
    z.size = (z.each + z.parts - 1) / z.parts;
    double2 *sums, *stats;
    cudaMallocAsync(&sums, (size_t)z.parts * z.c * sizeof *sums, 0);
    cudaMallocAsync(&stats, z.c * sizeof *stats, 0);
    dim3 grid(groups, z.parts);
    sums_kernel<NHWC><<<grid, BLOCK>>>(x, sums, z);
    channel_kernel<NHWC><<<(z.c + WARPS - 1) / WARPS, BLOCK>>>(
        x, sums, stats, run_mean, run_var, z, momentum, eps);
    apply_kernel<NHWC><<<grid, BLOCK>>>(x, gain, bias, stats, y, z);
    cudaFreeAsync(sums, 0);
    cudaFreeAsync(stats, 0);
}

void batchnorm(const float *x, const float *gain, const float *bias,
               float *run_mean, float *run_var, float *y, int n, int c, int hw,
               int nhwc, float momentum, float eps) {
    if (n * hw == 0 || c == 0) return;
    Shape z = {n * hw, c, hw, 0, 0};
    auto f = nhwc ? normalise<true> : normalise<false>;
    f(x, gain, bias, run_mean, run_var, y, z, momentum, eps);
}
