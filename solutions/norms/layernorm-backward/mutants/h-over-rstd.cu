// rejected by: case rows=7 (h is divided by rstd)
// says: h is divided by rstd. rstd is one over the standard deviation already: multiply by it.
const int BLOCK = 256;

__device__ float2 lines[512][4096];

__device__ float2 block_sum(float2 v) {
    __shared__ float2 part[8];
    for (int d = 16; d > 0; d /= 2) {
        v.x += __shfl_xor_sync(~0u, v.x, d);
        v.y += __shfl_xor_sync(~0u, v.y, d);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = make_float2(0, 0);
    for (int w = 0; w < 8; w++)
        v.x += part[w].x, v.y += part[w].y;
    return v;
}

template <int EACH>
__global__ void dx_kernel(const float *x, const float *weight, const float *dy,
                          const float *mean, const float *rstd, float *dx,
                          int rows, int cols) {
    float wt[EACH], dw[EACH] = {}, db[EACH] = {};
    for (int e = 0; e < EACH; e++) {
        int c = threadIdx.x + e * BLOCK;
        wt[e] = c < cols ? weight[c] : 0.0f;
    }
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        size_t row = (size_t)r * cols;
        float m = mean[r], rs = rstd[r];
        float h[EACH], g[EACH];
        float2 s = make_float2(0, 0);
        for (int e = 0; e < EACH; e++) {
            int c = threadIdx.x + e * BLOCK;
            h[e] = g[e] = 0.0f;
            if (c < cols) {
                float d = dy[row + c];
                h[e] = (x[row + c] - m) / rs;
                g[e] = d * wt[e];
                dw[e] += d * h[e];
                db[e] += d;
                s.x += g[e];
                s.y += g[e] * h[e];
            }
        }
        s = block_sum(s);
        float c1 = s.x / cols, c2 = s.y / cols;
        for (int e = 0; e < EACH; e++) {
            int c = threadIdx.x + e * BLOCK;
            if (c < cols) dx[row + c] = rs * (g[e] - c1 - h[e] * c2);
        }
    }
    for (int e = 0; e < EACH; e++) {
        int c = threadIdx.x + e * BLOCK;
        if (c < cols) lines[blockIdx.x][c] = make_float2(dw[e], db[e]);
    }
}

__global__ void down(float *dweight, float *dbias, int n, int cols) {
    int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c >= cols) return;
    float dw = 0, db = 0;
    for (int i = 0; i < n; i++)
        dw += lines[i][c].x, db += lines[i][c].y;
    dweight[c] = dw;
    dbias[c] = db;
}

void layernorm_backward(const float *x, const float *weight, const float *dy,
                        const float *mean, const float *rstd, float *dx,
                        float *dweight, float *dbias, int rows, int cols) {
    int n = min(rows, 512);
    if (rows > 0) {
        if (cols <= 1024)
            dx_kernel<4>
                <<<n, BLOCK>>>(x, weight, dy, mean, rstd, dx, rows, cols);
        else
            dx_kernel<16>
                <<<n, BLOCK>>>(x, weight, dy, mean, rstd, dx, rows, cols);
    }
    down<<<(cols + BLOCK - 1) / BLOCK, BLOCK>>>(dweight, dbias, n, cols);
}
