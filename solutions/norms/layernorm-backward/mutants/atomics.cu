// rejected by: other-bits | gate global_atomics (other bits in each run)
__device__ float lines_w[400][4096], lines_b[400][4096];

template <int EACH>
__global__ void rows_kernel(const float *x, const float *weight,
                            const float *dy, const float *mean,
                            const float *rstd, float *dx, float *dweight,
                            float *dbias, int rows, int cols) {
    __shared__ float part1[8], part2[8];
    float dw[EACH] = {}, db[EACH] = {};
    for (int i = blockIdx.x; i < rows; i += gridDim.x) {
        size_t row = (size_t)i * cols;
        float m = mean[i], r = rstd[i], h[EACH], g[EACH], s1 = 0, s2 = 0;
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            int c = threadIdx.x + k * 256;
            h[k] = g[k] = 0;
            if (c >= cols) continue;
            float d = dy[row + c];
            h[k] = (x[row + c] - m) * r;
            g[k] = d * weight[c];
            s1 += g[k];
            s2 += g[k] * h[k];
            dw[k] += d * h[k];
            db[k] += d;
        }
        for (int d = 16; d > 0; d /= 2) {
            s1 += __shfl_xor_sync(0xffffffff, s1, d);
            s2 += __shfl_xor_sync(0xffffffff, s2, d);
        }
        __syncthreads();
        if (threadIdx.x % 32 == 0) part1[threadIdx.x / 32] = s1;
        if (threadIdx.x % 32 == 0) part2[threadIdx.x / 32] = s2;
        __syncthreads();
        s1 = s2 = 0;
        for (int w = 0; w < 8; w++) {
            s1 += part1[w];
            s2 += part2[w];
        }
        float c1 = s1 / cols, c2 = s2 / cols;
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            int c = threadIdx.x + k * 256;
            if (c < cols) dx[row + c] = r * (g[k] - c1 - h[k] * c2);
        }
    }
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * 256;
        if (c >= cols) continue;
        atomicAdd(&dweight[c], dw[k]);
        atomicAdd(&dbias[c], db[k]);
    }
}

__global__ void lines_kernel(float *dweight, float *dbias, int lines,
                             int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    float w = 0, b = 0;
    for (int i = 0; i < lines; i++) {
        w += lines_w[i][c];
        b += lines_b[i][c];
    }
    dweight[c] = w;
    dbias[c] = b;
}

void layernorm_backward(const float *x, const float *weight, const float *dy,
                        const float *mean, const float *rstd, float *dx,
                        float *dweight, float *dbias, int rows, int cols) {
    int lines = min(rows, 400);
    auto kernel = cols <= 1024 ? rows_kernel<4> : rows_kernel<16>;
    cudaMemsetAsync(dweight, 0, cols * sizeof(float));
    cudaMemsetAsync(dbias, 0, cols * sizeof(float));
    (void)lines_kernel;
    if (rows > 0)
        kernel<<<lines, 256>>>(x, weight, dy, mean, rstd, dx, dweight, dbias,
                               rows, cols);
}
