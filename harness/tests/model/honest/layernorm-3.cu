// Layer normalisation, forward: small blocks of four warps, a row in their
// registers in pieces of 16 bytes, so that barriers join few threads.

const int BLOCK = 128;
const int WARPS = BLOCK / 32;

__device__ float block_sum(float v, float *part) {
#pragma unroll
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
#pragma unroll
    for (int k = 1; k < WARPS; k++) v += part[k];
    return v;
}

template <int PIECES>
__global__ void __launch_bounds__(BLOCK)
    layernorm_vector(const float *__restrict__ x,
                     const float *__restrict__ weight,
                     const float *__restrict__ bias, float *__restrict__ y,
                     float *__restrict__ mean, float *__restrict__ rstd, int cols,
                     float eps) {
    __shared__ float first[WARPS], second[WARPS];
    const float4 *x4 = (const float4 *)(x + (size_t)blockIdx.x * cols);
    const float4 *w4 = (const float4 *)weight;
    const float4 *b4 = (const float4 *)bias;
    float4 *y4 = (float4 *)(y + (size_t)blockIdx.x * cols);
    int quads = cols / 4;

    float4 v[PIECES];
#pragma unroll
    for (int k = 0; k < PIECES; k++) {
        int i = threadIdx.x + k * BLOCK;
        v[k] = i < quads ? x4[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    }
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < PIECES; k++) s += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    float m = block_sum(s, first) / cols;

    s = 0.0f;
#pragma unroll
    for (int k = 0; k < PIECES; k++) {
        v[k].x -= m, v[k].y -= m, v[k].z -= m, v[k].w -= m;
        if (threadIdx.x + k * BLOCK < quads)
            s += (v[k].x * v[k].x + v[k].y * v[k].y) +
                 (v[k].z * v[k].z + v[k].w * v[k].w);
    }
    float r = rsqrtf(block_sum(s, second) / cols + eps);

#pragma unroll
    for (int k = 0; k < PIECES; k++) {
        int i = threadIdx.x + k * BLOCK;
        if (i < quads) {
            float4 w = w4[i], b = b4[i];
            y4[i] = make_float4(v[k].x * r * w.x + b.x, v[k].y * r * w.y + b.y,
                                v[k].z * r * w.z + b.z, v[k].w * r * w.w + b.w);
        }
    }
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        rstd[blockIdx.x] = r;
    }
}

// Any width: the row in shared memory.
__global__ void __launch_bounds__(BLOCK)
    layernorm_any(const float *__restrict__ x, const float *__restrict__ weight,
                  const float *__restrict__ bias, float *__restrict__ y,
                  float *__restrict__ mean, float *__restrict__ rstd, int cols,
                  float eps) {
    extern __shared__ float row[];
    __shared__ float first[WARPS], second[WARPS];
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;

    // A thread reads only what it wrote itself: no barrier for the row.
    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float v = x[c];
        row[c] = v;
        s += v;
    }
    float m = block_sum(s, first) / cols;
    s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float d = row[c] - m;
        s += d * d;
    }
    float r = rsqrtf(block_sum(s, second) / cols + eps);
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = (row[c] - m) * r * weight[c] + bias[c];
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        rstd[blockIdx.x] = r;
    }
}

template <int PIECES>
void launch(const float *x, const float *weight, const float *bias, float *y,
            float *mean, float *rstd, int rows, int cols, float eps) {
    layernorm_vector<PIECES><<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd,
                                              cols, eps);
}

// cols is at least 1 and at most 8192.
void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    bool vector = cols % 4 == 0 && (size_t)x % 16 == 0 && (size_t)y % 16 == 0 &&
                  (size_t)weight % 16 == 0 && (size_t)bias % 16 == 0;
    int pieces = (cols / 4 + BLOCK - 1) / BLOCK;
    if (!vector)
        layernorm_any<<<rows, BLOCK, cols * sizeof(float)>>>(
            x, weight, bias, y, mean, rstd, cols, eps);
    else if (pieces <= 1)
        launch<1>(x, weight, bias, y, mean, rstd, rows, cols, eps);
    else if (pieces <= 2)
        launch<2>(x, weight, bias, y, mean, rstd, rows, cols, eps);
    else if (pieces <= 4)
        launch<4>(x, weight, bias, y, mean, rstd, rows, cols, eps);
    else if (pieces <= 8)
        launch<8>(x, weight, bias, y, mean, rstd, rows, cols, eps);
    else
        launch<16>(x, weight, bias, y, mean, rstd, rows, cols, eps);
}
