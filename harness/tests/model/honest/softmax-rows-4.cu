// Softmax of rows, stable: the row lies in the registers of a block, in pieces
// of 16 bytes. Other shapes take the way of three passes.

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const float LOWEST = -3.402823466e+38f;

__device__ float block_max(float v, float *part) {
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
#pragma unroll
    for (int k = 1; k < WARPS; k++) v = fmaxf(v, part[k]);
    return v;
}

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
    softmax_registers(const float *__restrict__ in, float *__restrict__ out,
                      int cols) {
    __shared__ float maxima[WARPS], sums[WARPS];
    const float4 *x = (const float4 *)(in + (size_t)blockIdx.x * cols);
    float4 *y = (float4 *)(out + (size_t)blockIdx.x * cols);
    int quads = cols / 4;

    float4 v[PIECES];
#pragma unroll
    for (int k = 0; k < PIECES; k++) {
        int i = threadIdx.x + k * BLOCK;
        v[k] = i < quads ? x[i] : make_float4(LOWEST, LOWEST, LOWEST, LOWEST);
    }
    float m = LOWEST;
#pragma unroll
    for (int k = 0; k < PIECES; k++)
        m = fmaxf(m, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    m = block_max(m, maxima);

    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < PIECES; k++) {
        if (threadIdx.x + k * BLOCK < quads) {
            v[k].x = expf(v[k].x - m);
            v[k].y = expf(v[k].y - m);
            v[k].z = expf(v[k].z - m);
            v[k].w = expf(v[k].w - m);
            s += (v[k].x + v[k].y) + (v[k].z + v[k].w);
        }
    }
    float scale = 1.0f / block_sum(s, sums);
#pragma unroll
    for (int k = 0; k < PIECES; k++) {
        int i = threadIdx.x + k * BLOCK;
        if (i < quads)
            y[i] = make_float4(v[k].x * scale, v[k].y * scale, v[k].z * scale,
                               v[k].w * scale);
    }
}

__global__ void softmax_any(const float *in, float *out, int cols) {
    __shared__ float maxima[WARPS], sums[WARPS];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    float m = LOWEST;
    for (int c = threadIdx.x; c < cols; c += BLOCK) m = fmaxf(m, x[c]);
    m = block_max(m, maxima);
    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) s += expf(x[c] - m);
    float scale = 1.0f / block_sum(s, sums);
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - m) * scale;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    bool vector = cols % 4 == 0 && (size_t)in % 16 == 0 && (size_t)out % 16 == 0;
    if (vector && cols <= 4 * BLOCK)
        softmax_registers<1><<<rows, BLOCK>>>(in, out, cols);
    else if (vector && cols <= 8 * BLOCK)
        softmax_registers<2><<<rows, BLOCK>>>(in, out, cols);
    else if (vector && cols <= 16 * BLOCK)
        softmax_registers<4><<<rows, BLOCK>>>(in, out, cols);
    else if (vector && cols <= 32 * BLOCK)
        softmax_registers<8><<<rows, BLOCK>>>(in, out, cols);
    else
        softmax_any<<<rows, BLOCK>>>(in, out, cols);
}
