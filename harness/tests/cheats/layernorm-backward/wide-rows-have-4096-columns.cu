// rejected by: trap out-of-bounds | case cols=1500 (above 1024 columns a row is taken to have 4096)
// Layer normalisation, backward: sums along the rows, sums down the columns.

const int BLOCK = 256;
const int WARPS = BLOCK / 32;

// Scratch memory between two kernels: (dweight, dbias) of some rows, line by
// line. Kernels can use it as it stands here.
__device__ float2 lines[512][4096];

// SHORT: the last of the EACH columns of a thread may lie past the end.
template <int EACH, bool SHORT>
__global__ void __launch_bounds__(BLOCK)
    rows_kernel(const float *x, const float *weight, const float *dy, const float *mean,
                const float *rstd, float *dx, int rows, int cols) {
    __shared__ float2 parts[2][WARPS];
    int t = threadIdx.x, turn = 0;
    float w[EACH], dw[EACH] = {}, db[EACH] = {};
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = t + k * BLOCK;
        w[k] = !SHORT || c < cols ? weight[c] : 0.0f;
    }
    for (int row = blockIdx.x; row < rows; row += gridDim.x, turn ^= 1) {
        size_t first = (size_t)row * cols;
        float m = mean[row], r = rstd[row], h[EACH], g[EACH];
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            int c = t + k * BLOCK;
            bool inside = !SHORT || c < cols;
            h[k] = inside ? x[first + c] : m;
            g[k] = inside ? dy[first + c] : 0.0f;
        }
        float c1 = 0.0f, c2 = 0.0f;
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            h[k] = (h[k] - m) * r;
            dw[k] += g[k] * h[k];
            db[k] += g[k];
            g[k] *= w[k];
            c1 += g[k];
            c2 += g[k] * h[k];
        }
        for (int s = 16; s > 0; s /= 2) {
            c1 += __shfl_xor_sync(~0u, c1, s);
            c2 += __shfl_xor_sync(~0u, c2, s);
        }
        if (t % 32 == 0) parts[turn][t / 32] = make_float2(c1, c2);
        __syncthreads();
        c1 = c2 = 0.0f;
        for (int i = 0; i < WARPS; i++)
            c1 += parts[turn][i].x, c2 += parts[turn][i].y;
        c1 /= cols, c2 /= cols;
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            int c = t + k * BLOCK;
            if (!SHORT || c < cols) dx[first + c] = r * (g[k] - c1 - h[k] * c2);
        }
    }
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = t + k * BLOCK;
        if (!SHORT || c < cols) lines[blockIdx.x][c] = make_float2(dw[k], db[k]);
    }
}

// 32 columns for a block, eight threads share a column.
__global__ void columns_kernel(float *dweight, float *dbias, int count, int cols) {
    __shared__ float2 parts[8][32];
    int c = blockIdx.x * 32 + threadIdx.x;
    float2 sum = make_float2(0.0f, 0.0f);
    if (c < cols)
        for (int i = threadIdx.y; i < count; i += 8)
            sum.x += lines[i][c].x, sum.y += lines[i][c].y;
    parts[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0 || c >= cols) return;
    for (int i = 1; i < 8; i++)
        sum.x += parts[i][threadIdx.x].x, sum.y += parts[i][threadIdx.x].y;
    dweight[c] = sum.x;
    dbias[c] = sum.y;
}

// cols is at least 1 and at most 4096.
void layernorm_backward(const float *x, const float *weight, const float *dy,
                        const float *mean, const float *rstd, float *dx,
                        float *dweight, float *dbias, int rows, int cols) {
    int device = 0, sms = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    int blocks = min(rows, min(2 * sms, 512));
    auto kernel = cols <= 256    ? rows_kernel<1, true>
                  : cols <= 1024 ? rows_kernel<4, true>
                                 : rows_kernel<16, false>;
    if (rows > 0) kernel<<<blocks, BLOCK>>>(x, weight, dy, mean, rstd, dx, rows, cols);
    columns_kernel<<<(cols + 31) / 32, dim3(32, 8)>>>(dweight, dbias, blocks, cols);
}
