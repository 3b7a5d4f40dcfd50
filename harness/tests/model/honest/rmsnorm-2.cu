// 256 threads per row, everything in registers: 32 elements of x and of w * dy
// for each thread. The warps' sums meet in shared memory as float2.
constexpr int NT = 256;
constexpr int MOST = 8192 / NT;

__global__ void __launch_bounds__(NT)
norm_regs(const float *__restrict__ x, const float *__restrict__ weight,
          const float *__restrict__ dy, float *__restrict__ y, float *__restrict__ dx,
          int cols, float eps) {
    __shared__ float2 meet[NT / 32];
    x += (size_t)blockIdx.x * cols;
    dy += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    dx += (size_t)blockIdx.x * cols;

    float a[MOST], g[MOST];
    float2 s = make_float2(0.f, 0.f);
#pragma unroll
    for (int i = 0; i < MOST; ++i) {
        const int c = i * NT + threadIdx.x;
        const bool in = c < cols;
        a[i] = in ? x[c] : 0.f;
        g[i] = in ? dy[c] * weight[c] : 0.f;
        s.x = fmaf(a[i], a[i], s.x);
        s.y = fmaf(a[i], g[i], s.y);
    }
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        s.x += __shfl_xor_sync(~0u, s.x, d);
        s.y += __shfl_xor_sync(~0u, s.y, d);
    }
    if ((threadIdx.x & 31) == 0) meet[threadIdx.x >> 5] = s;
    __syncthreads();
    s = meet[0];
#pragma unroll
    for (int w = 1; w < NT / 32; ++w) s.x += meet[w].x, s.y += meet[w].y;

    const float r = rsqrtf(s.x / cols + eps);
    const float k = r * r * s.y / cols;
#pragma unroll
    for (int i = 0; i < MOST; ++i) {
        const int c = i * NT + threadIdx.x;
        if (c < cols) {
            y[c] = a[i] * r * weight[c];
            dx[c] = r * (g[i] - a[i] * k);
        }
    }
}

void rmsnorm(const float *x, const float *weight, const float *dy, float *y,
             float *dx, int rows, int cols, float eps) {
    if (rows > 0) norm_regs<<<rows, NT>>>(x, weight, dy, y, dx, cols, eps);
}
