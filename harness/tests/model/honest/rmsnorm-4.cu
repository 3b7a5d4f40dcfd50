// float4 throughout, V of them per thread and array, x, w and w * dy in
// registers, so that the weight is read once.
constexpr int B = 512;

__device__ __forceinline__ float2 both(float2 s, float2 *slots) {
#pragma unroll
    for (int d = 16; d; d >>= 1) {
        s.x += __shfl_xor_sync(0xffffffffu, s.x, d);
        s.y += __shfl_xor_sync(0xffffffffu, s.y, d);
    }
    if ((threadIdx.x & 31) == 0) slots[threadIdx.x >> 5] = s;
    __syncthreads();
    s = slots[threadIdx.x & 15];
#pragma unroll
    for (int d = 8; d; d >>= 1) {
        s.x += __shfl_xor_sync(0xffffffffu, s.x, d);
        s.y += __shfl_xor_sync(0xffffffffu, s.y, d);
    }
    return s;
}

template <int V>
__global__ void __launch_bounds__(B)
rms4(const float4 *__restrict__ x, const float4 *__restrict__ w,
     const float4 *__restrict__ dy, float4 *__restrict__ y, float4 *__restrict__ dx,
     int quads, float eps) {
    __shared__ float2 slots[B / 32];
    const size_t row = (size_t)blockIdx.x * quads;
    float4 xv[V], wv[V], gv[V];
#pragma unroll
    for (int i = 0; i < V; i++) {
        const int c = threadIdx.x + i * B;
        const float4 zero = make_float4(0, 0, 0, 0);
        xv[i] = wv[i] = gv[i] = zero;
        if (c < quads) {
            xv[i] = x[row + c];
            gv[i] = dy[row + c];
            wv[i] = w[c];
        }
    }
    float2 s = make_float2(0, 0);
#pragma unroll
    for (int i = 0; i < V; i++) {
        gv[i].x *= wv[i].x, gv[i].y *= wv[i].y, gv[i].z *= wv[i].z, gv[i].w *= wv[i].w;
        s.x += xv[i].x * xv[i].x + xv[i].y * xv[i].y + xv[i].z * xv[i].z + xv[i].w * xv[i].w;
        s.y += xv[i].x * gv[i].x + xv[i].y * gv[i].y + xv[i].z * gv[i].z + xv[i].w * gv[i].w;
    }
    s = both(s, slots);
    const float inv = 1.0f / (4.0f * quads);
    const float r = rsqrtf(s.x * inv + eps), t = r * r * s.y * inv;
#pragma unroll
    for (int i = 0; i < V; i++) {
        const int c = threadIdx.x + i * B;
        if (c < quads) {
            y[row + c] = make_float4(xv[i].x * r * wv[i].x, xv[i].y * r * wv[i].y,
                                     xv[i].z * r * wv[i].z, xv[i].w * r * wv[i].w);
            dx[row + c] = make_float4(r * (gv[i].x - xv[i].x * t), r * (gv[i].y - xv[i].y * t),
                                      r * (gv[i].z - xv[i].z * t), r * (gv[i].w - xv[i].w * t));
        }
    }
}

// Any number of columns up to 8192, any alignment.
__global__ void __launch_bounds__(B)
rms1(const float *__restrict__ x, const float *__restrict__ w, const float *__restrict__ dy,
     float *__restrict__ y, float *__restrict__ dx, int cols, float eps) {
    __shared__ float2 slots[B / 32];
    constexpr int E = 8192 / B;
    const size_t row = (size_t)blockIdx.x * cols;
    float xv[E], gv[E];
    float2 s = make_float2(0, 0);
#pragma unroll
    for (int i = 0; i < E; i++) {
        const int c = threadIdx.x + i * B;
        xv[i] = c < cols ? x[row + c] : 0.0f;
        gv[i] = c < cols ? dy[row + c] * w[c] : 0.0f;
        s.x += xv[i] * xv[i];
        s.y += xv[i] * gv[i];
    }
    s = both(s, slots);
    const float r = rsqrtf(s.x / cols + eps), t = r * r * s.y / cols;
#pragma unroll
    for (int i = 0; i < E; i++) {
        const int c = threadIdx.x + i * B;
        if (c < cols) {
            y[row + c] = xv[i] * r * w[c];
            dx[row + c] = r * (gv[i] - xv[i] * t);
        }
    }
}

void rmsnorm(const float *x, const float *weight, const float *dy, float *y,
             float *dx, int rows, int cols, float eps) {
    if (rows == 0) return;
    size_t bits = (size_t)x | (size_t)weight | (size_t)dy | (size_t)y | (size_t)dx;
    if (cols % 4 || (bits & 15)) {
        rms1<<<rows, B>>>(x, weight, dy, y, dx, cols, eps);
        return;
    }
    int quads = cols / 4;
    const float4 *x4 = (const float4 *)x, *w4 = (const float4 *)weight,
                 *d4 = (const float4 *)dy;
    float4 *y4 = (float4 *)y, *o4 = (float4 *)dx;
    if (quads <= B) rms4<1><<<rows, B>>>(x4, w4, d4, y4, o4, quads, eps);
    else if (quads <= 2 * B) rms4<2><<<rows, B>>>(x4, w4, d4, y4, o4, quads, eps);
    else rms4<4><<<rows, B>>>(x4, w4, d4, y4, o4, quads, eps);
}
