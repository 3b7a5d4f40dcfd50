// Rows normalised in one pass, two or three; sweeps over whole arrays by grids
// of many sizes; matrices times a vector.
#include "../variants.h"

namespace {

#define V(name, ...)                                                           \
    {                                                                          \
        name, [](const Pool &p) { __VA_ARGS__; }                               \
    }

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}
__device__ float warp_sum_all(float v) {
#pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}
__device__ float warp_max_all(float v) {
#pragma unroll
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}
// The usual one: warps, then the first warp, then everyone told.
__device__ float block_sum(float v) {
    __shared__ float part[32], all;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v = warp_sum(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? part[lane] : 0;
        v = warp_sum(v);
        if (lane == 0) all = v;
    }
    __syncthreads();
    return all;
}
__device__ float block_max(float v) {
    __shared__ float part[32], all;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v = warp_max_all(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = warp_max_all(lane < blockDim.x / 32 ? part[lane] : -INFINITY);
        if (lane == 0) all = v;
    }
    __syncthreads();
    return all;
}
// The one of the textbook: a tree in shared memory, a barrier a level.
template <bool MOST> __device__ float tree(float v, float *s) {
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] = MOST ? fmaxf(s[t], s[t + d]) : s[t] + s[t + d];
        __syncthreads();
    }
    v = s[0];
    __syncthreads();
    return v;
}

// ---- rows

// The row is read three times.
__global__ void layer3(const float *x, const float *w, const float *b, float *y,
                       int n) {
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += x[i];
    float mean = block_sum(sum) / n;
    float var = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float d = x[i] - mean;
        var += d * d;
    }
    float inv = rsqrtf(block_sum(var) / n + 1e-5f);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = (x[i] - mean) * inv * w[i] + b[i];
}
__global__ void layer3_tree(const float *x, float *y, int n) {
    extern __shared__ float s[];
    const float *row = x + (size_t)blockIdx.x * n;
    float sum = 0, var = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += row[i];
    float mean = tree<false>(sum, s) / n;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        var += (row[i] - mean) * (row[i] - mean);
    var = tree<false>(var, s) / n;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[(size_t)blockIdx.x * n + i] = (row[i] - mean) / sqrtf(var + 1e-5f);
}
// twice: sum and squares at once
__global__ void layer2(const float *__restrict__ x, const float *__restrict__ w,
                       float *__restrict__ y, int n) {
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float v = x[i];
        sum += v;
        squares += v * v;
    }
    float mean = block_sum(sum) / n;
    __syncthreads();
    float inv = rsqrtf(block_sum(squares) / n - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = (x[i] - mean) * inv * w[i];
}
__global__ void layer2_4(const float4 *__restrict__ x,
                         const float4 *__restrict__ w, float4 *__restrict__ y,
                         int n) { // n float4
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = x[i];
        sum += v.x + v.y + v.z + v.w;
        squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float mean = block_sum(sum) / (4 * n);
    __syncthreads();
    float inv = rsqrtf(block_sum(squares) / (4 * n) - mean * mean + 1e-5f);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = x[i], u = w[i];
        y[i] =
            make_float4((v.x - mean) * inv * u.x, (v.y - mean) * inv * u.y,
                        (v.z - mean) * inv * u.z, (v.w - mean) * inv * u.w);
    }
}
// once: kept in registers, EACH a thread
template <int EACH>
__global__ void layer_kept(const float *x, const float *w, const float *b,
                           float *y) {
    size_t row = (size_t)blockIdx.x * blockDim.x * EACH;
    int n = blockDim.x * EACH;
    float v[EACH], sum = 0, var = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += v[k] = x[row + threadIdx.x + k * blockDim.x];
    float mean = block_sum(sum) / n;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        var += (v[k] - mean) * (v[k] - mean);
    __syncthreads();
    float inv = rsqrtf(block_sum(var) / n + 1e-5f);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int i = threadIdx.x + k * blockDim.x;
        y[row + i] = (v[k] - mean) * inv * w[i] + b[i];
    }
}
template <int EACH>
__global__ void layer_kept4(const float4 *__restrict__ x,
                            float4 *__restrict__ y) {
    size_t row = (size_t)blockIdx.x * blockDim.x * EACH + threadIdx.x;
    int n = blockDim.x * EACH * 4;
    float4 v[EACH];
    float sum = 0, var = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] = x[row + k * blockDim.x];
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    float m = block_sum(sum) / n;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] = make_float4(v[k].x - m, v[k].y - m, v[k].z - m, v[k].w - m);
        var += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z +
               v[k].w * v[k].w;
    }
    __syncthreads();
    float r = rsqrtf(block_sum(var) / n + 1e-5f);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        y[row + k * blockDim.x] =
            make_float4(v[k].x * r, v[k].y * r, v[k].z * r, v[k].w * r);
}
// a warp a row
__global__ void layer_warp(const float *x, float *y, int rows, int n) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;
    x += (size_t)row * n;
    y += (size_t)row * n;
    float sum = 0, squares = 0;
    for (int i = lane; i < n; i += 32) {
        sum += x[i];
        squares += x[i] * x[i];
    }
    float mean = warp_sum_all(sum) / n;
    float inv = rsqrtf(warp_sum_all(squares) / n - mean * mean + 1e-5f);
    for (int i = lane; i < n; i += 32)
        y[i] = (x[i] - mean) * inv;
}
__global__ void layer_shared(const float *x, const float *w, float *y, int n) {
    extern __shared__ float s[];
    size_t row = (size_t)blockIdx.x * n;
    float sum = 0, var = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += s[i] = x[row + i];
    float mean = block_sum(sum) / n;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        var += (s[i] - mean) * (s[i] - mean);
    __syncthreads();
    float inv = rsqrtf(block_sum(var) / n + 1e-5f);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[row + i] = (s[i] - mean) * inv * w[i];
}

__global__ void rms2(const float *x, const float *w, float *y, int n) {
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += x[i] * x[i];
    float inv = rsqrtf(block_sum(sum) / n + 1e-6f);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = x[i] * inv * w[i];
}
__global__ void rms2_4(const float4 *x, const float4 *w, float4 *y, int n) {
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = x[i];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float inv = rsqrtf(block_sum(sum) / (4 * n) + 1e-6f);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = x[i], u = w[i];
        v.x *= inv * u.x;
        v.y *= inv * u.y;
        v.z *= inv * u.z;
        v.w *= inv * u.w;
        y[i] = v;
    }
}
// another row added first, the sum written as well, in place
__global__ void rms_added(const float4 *x, float4 *into, int n) {
    extern __shared__ float4 kept[];
    x += (size_t)blockIdx.x * n;
    into += (size_t)blockIdx.x * n;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = x[i], u = into[i];
        v = make_float4(v.x + u.x, v.y + u.y, v.z + u.z, v.w + u.w);
        kept[i] = v;
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float inv = rsqrtf(block_sum(sum) / (4 * n) + 1e-6f);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = kept[i];
        into[i] = make_float4(v.x * inv, v.y * inv, v.z * inv, v.w * inv);
    }
}

template <bool FAST> __device__ float power(float x) {
    return FAST ? __expf(x) : expf(x);
}
template <bool FAST> __global__ void soft3(const float *x, float *y, int n) {
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = block_max(most);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += power<FAST>(x[i] - most);
    sum = block_sum(sum);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = power<FAST>(x[i] - most) / sum;
}
// what was raised is written, and read again
__global__ void soft_written(const float *x, float *y, int n) {
    extern __shared__ float s[];
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = tree<true>(most, s);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float e = expf(x[i] - most);
        y[i] = e;
        sum += e;
    }
    sum = tree<false>(sum, s);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] /= sum;
}
template <int EACH> __global__ void soft_kept(const float *x, float *y) {
    size_t row = (size_t)blockIdx.x * blockDim.x * EACH + threadIdx.x;
    float v[EACH], most = -INFINITY, sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] = x[row + k * blockDim.x];
        most = fmaxf(most, v[k]);
    }
    most = block_max(most);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += v[k] = __expf(v[k] - most);
    sum = 1 / block_sum(sum);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        y[row + k * blockDim.x] = v[k] * sum;
}
template <bool FAST>
__global__ void soft_shared4(const float4 *x, float4 *y, int n) {
    extern __shared__ float4 s4[];
    size_t row = (size_t)blockIdx.x * n;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = x[row + i];
        s4[i] = v;
        most = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    most = block_max(most);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = s4[i];
        v.x = power<FAST>(v.x - most);
        v.y = power<FAST>(v.y - most);
        v.z = power<FAST>(v.z - most);
        v.w = power<FAST>(v.w - most);
        s4[i] = v;
        sum += v.x + v.y + v.z + v.w;
    }
    sum = 1 / block_sum(sum);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 v = s4[i];
        y[row + i] = make_float4(v.x * sum, v.y * sum, v.z * sum, v.w * sum);
    }
}
// online: greatest and sum side by side, then one more pass
__global__ void soft_once(const float *x, float *y, int n) {
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float m = fmaxf(most, x[i]);
        sum = sum * __expf(most - m) + __expf(x[i] - m);
        most = m;
    }
    float all = block_max(most);
    sum = block_sum(sum * __expf(most - all));
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = __expf(x[i] - all) / sum;
}
__global__ void soft_once_warp(const float *x, float *y, int rows, int n) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    x += (size_t)row * n;
    y += (size_t)row * n;
    float most = -INFINITY, sum = 0;
    for (int i = lane; i < n; i += 32) {
        float m = fmaxf(most, x[i]);
        sum = sum * expf(most - m) + expf(x[i] - m);
        most = m;
    }
#pragma unroll
    for (int d = 16; d > 0; d /= 2) {
        float m = __shfl_xor_sync(~0u, most, d);
        float s = __shfl_xor_sync(~0u, sum, d), g = fmaxf(m, most);
        sum = sum * expf(most - g) + s * expf(m - g);
        most = g;
    }
    for (int i = lane; i < n; i += 32)
        y[i] = expf(x[i] - most) / sum;
}
__global__ void log_soft(const float *__restrict__ x, float *__restrict__ y,
                         int n) {
    x += (size_t)blockIdx.x * n;
    y += (size_t)blockIdx.x * n;
    float most = -INFINITY, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = block_max(most);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += expf(x[i] - most);
    float off = most + logf(block_sum(sum));
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = x[i] - off;
}
__global__ void log_soft_warp4(const float4 *x, float4 *y, int n) {
    int lane = threadIdx.x % 32;
    size_t row = (size_t)(INDEX / 32) * n;
    float most = -INFINITY, sum = 0;
    for (int i = lane; i < n; i += 32) {
        float4 v = x[row + i];
        most = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    most = warp_max_all(most);
    for (int i = lane; i < n; i += 32) {
        float4 v = x[row + i];
        sum += __expf(v.x - most) + __expf(v.y - most) + __expf(v.z - most) +
               __expf(v.w - most);
    }
    float off = most + __logf(warp_sum_all(sum));
    for (int i = lane; i < n; i += 32) {
        float4 v = x[row + i];
        y[row + i] = make_float4(v.x - off, v.y - off, v.z - off, v.w - off);
    }
}
// softmax's way back: y (x - sum of x y)
__global__ void soft_back(const float *x, const float *y, float *c, int n) {
    size_t row = (size_t)blockIdx.x * n;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += x[row + i] * y[row + i];
    sum = block_sum(sum);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        c[row + i] = y[row + i] * (x[row + i] - sum);
}
// between its least and greatest, in place
__global__ void spread(const float4 *x, float4 *y, int n) {
    int lane = threadIdx.x % 32;
    size_t row = (size_t)(INDEX / 32) * n;
    float lo = INFINITY, hi = -INFINITY;
    for (int i = lane; i < n; i += 32) {
        float4 v = x[row + i];
        lo = fminf(lo, fminf(fminf(v.x, v.y), fminf(v.z, v.w)));
        hi = fmaxf(hi, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
    }
    hi = warp_max_all(hi);
    lo = -warp_max_all(-lo);
    float by = 1 / (hi - lo);
    for (int i = lane; i < n; i += 32) {
        float4 v = x[row + i];
        y[row + i] = make_float4((v.x - lo) * by, (v.y - lo) * by,
                                 (v.z - lo) * by, (v.w - lo) * by);
    }
}

#define X4 ((const float4 *)p.a)
#define W4 ((const float4 *)p.b)
#define Y4 ((float4 *)p.c)
#define ROWS(n) (16 * MI / (n)) // 64 MiB
#define ALL(n)  (32 * MI / (n)) // 128 MiB

// clang-format off
const Variant passes[] = {
    V("layer3, 256 a row of 2048", layer3<<<ALL(2048), 256>>>(p.a, p.b, p.b + 2048, p.c, 2048)),
    V("layer3, 1024 a row of 8192", layer3<<<ALL(8192), 1024>>>(p.a, p.b, p.b + 8192, p.c, 8192)),
    V("layer3, 128 a row of 1024", layer3<<<ROWS(1024), 128>>>(p.a, p.b, p.b + 1024, p.c, 1024)),
    V("layer3 tree, 256 a row of 4096", layer3_tree<<<ROWS(4096), 256, 1024>>>(p.a, p.c, 4096)),
    V("layer3 tree, 1024 a row of 1024", layer3_tree<<<ROWS(1024), 1024, 4096>>>(p.a, p.c, 1024)),
    V("layer2, 512 a row of 4096", layer2<<<ALL(4096), 512>>>(p.a, p.b, p.c, 4096)),
    V("layer2, 256 a row of 1024", layer2<<<ROWS(1024), 256>>>(p.a, p.b, p.c, 1024)),
    V("layer2 float4, 256 a row of 8192", layer2_4<<<ALL(8192), 256>>>(X4, W4, Y4, 2048)),
    V("layer2 float4, 128 a row of 2048", layer2_4<<<ROWS(2048), 128>>>(X4, W4, Y4, 512)),
    V("layer kept 4, 256 a row", layer_kept<4><<<ROWS(1024), 256>>>(p.a, p.b, p.b + 1024, p.c)),
    V("layer kept 8, 1024 a row", layer_kept<8><<<ALL(8192), 1024>>>(p.a, p.b, p.b + 8192, p.c)),
    V("layer kept 16, 128 a row", layer_kept<16><<<ROWS(2048), 128>>>(p.a, p.b, p.b + 2048, p.c)),
    V("layer kept float4 1, 512 a row", layer_kept4<1><<<ALL(2048), 512>>>(X4, Y4)),
    V("layer kept float4 2, 128 a row", layer_kept4<2><<<ROWS(1024), 128>>>(X4, Y4)),
    V("layer kept float4 4, 512 a row", layer_kept4<4><<<ALL(8192), 512>>>(X4, Y4)),
    V("layer, a warp a row of 1024, 256", layer_warp<<<ROWS(1024) / 8, 256>>>(p.a, p.c, ROWS(1024), 1024)),
    V("layer, a warp a row of 4096, 128", layer_warp<<<ALL(4096) / 4, 128>>>(p.a, p.c, ALL(4096), 4096)),
    V("layer shared, 256 a row of 4096", layer_shared<<<ALL(4096), 256, 16384>>>(p.a, p.b, p.c, 4096)),
    V("layer shared, 1024 a row of 8192", layer_shared<<<ROWS(8192), 1024, 32768>>>(p.a, p.b, p.c, 8192)),
    V("layer shared, 128 a row of 1024", layer_shared<<<ALL(1024), 128, 4096>>>(p.a, p.b, p.c, 1024)),
    V("rms2, 256 a row of 4096", rms2<<<ALL(4096), 256>>>(p.a, p.b, p.c, 4096)),
    V("rms2, 1024 a row of 2048", rms2<<<ROWS(2048), 1024>>>(p.a, p.b, p.c, 2048)),
    V("rms2, 128 a row of 8192", rms2<<<ROWS(8192), 128>>>(p.a, p.b, p.c, 8192)),
    V("rms2 float4, 256 a row of 1024", rms2_4<<<ALL(1024), 256>>>(X4, W4, Y4, 256)),
    V("rms2 float4, 512 a row of 8192", rms2_4<<<ROWS(8192), 512>>>(X4, W4, Y4, 2048)),
    V("rms added, 256 a row of 4096", rms_added<<<ROWS(4096), 256, 16384>>>(X4, Y4, 1024)),
    V("rms added, 128 a row of 2048", rms_added<<<ALL(2048), 128, 8192>>>(X4, Y4, 512)),
    V("soft3, 256 a row of 2048", soft3<true><<<ROWS(2048), 256>>>(p.a, p.c, 2048)),
    V("soft3, 512 a row of 8192, expf", soft3<false><<<ALL(8192), 512>>>(p.a, p.c, 8192)),
    V("soft3, 1024 a row of 4096", soft3<true><<<ROWS(4096), 1024>>>(p.a, p.c, 4096)),
    V("soft3, 128 a row of 1024, expf", soft3<false><<<ALL(1024), 128>>>(p.a, p.c, 1024)),
    V("soft written, 256 a row of 4096", soft_written<<<ROWS(4096), 256, 1024>>>(p.a, p.c, 4096)),
    V("soft written, 512 a row of 1024", soft_written<<<ALL(1024), 512, 2048>>>(p.a, p.c, 1024)),
    V("soft kept 4, 512 a row", soft_kept<4><<<ALL(2048), 512>>>(p.a, p.c)),
    V("soft kept 16, 256 a row", soft_kept<16><<<ROWS(4096), 256>>>(p.a, p.c)),
    V("soft kept 8, 128 a row", soft_kept<8><<<ALL(1024), 128>>>(p.a, p.c)),
    V("soft shared float4, 256 a row of 4096", soft_shared4<true><<<ALL(4096), 256, 16384>>>(X4, Y4, 1024)),
    V("soft shared float4, 512 a row of 8192, expf", soft_shared4<false><<<ROWS(8192), 512, 32768>>>(X4, Y4, 2048)),
    V("soft once, 256 a row of 2048", soft_once<<<ALL(2048), 256>>>(p.a, p.c, 2048)),
    V("soft once, 1024 a row of 8192", soft_once<<<ROWS(8192), 1024>>>(p.a, p.c, 8192)),
    V("soft once, a warp a row of 1024, 256", soft_once_warp<<<ROWS(1024) / 8, 256>>>(p.a, p.c, ROWS(1024), 1024)),
    V("soft once, a warp a row of 2048, 128", soft_once_warp<<<ALL(2048) / 4, 128>>>(p.a, p.c, ALL(2048), 2048)),
    V("log soft, 256 a row of 1024", log_soft<<<ALL(1024), 256>>>(p.a, p.c, 1024)),
    V("log soft, 512 a row of 4096", log_soft<<<ROWS(4096), 512>>>(p.a, p.c, 4096)),
    V("log soft float4, a warp a row of 2048, 256", log_soft_warp4<<<ROWS(2048) / 8, 256>>>(X4, Y4, 512)),
    V("soft back, 256 a row of 4096", soft_back<<<ROWS(4096), 256>>>(p.a, p.b, p.c, 4096)),
    V("soft back, 512 a row of 1024", soft_back<<<ALL(1024), 512>>>(p.a, p.b, p.c, 1024)),
    V("spread, a warp a row of 1024, 512", spread<<<ALL(1024) / 16, 512>>>(X4, Y4, 256)),
};
// clang-format on
Family passes_family("passes", passes, 2);

// ---- sweeps

__device__ float fma_of(float s, float x, float y) {
    return s * x + y;
}
__device__ float2 fma_of(float s, float2 x, float2 y) {
    return make_float2(s * x.x + y.x, s * x.y + y.y);
}
__device__ float4 fma_of(float s, float4 x, float4 y) {
    return make_float4(s * x.x + y.x, s * x.y + y.y, s * x.z + y.z,
                       s * x.w + y.w);
}
__device__ float dot_of(float x, float y) {
    return x * y;
}
__device__ float dot_of(float2 x, float2 y) {
    return x.x * y.x + x.y * y.y;
}
__device__ float dot_of(float4 x, float4 y) {
    return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}
__device__ float sum_of(float x) {
    return x;
}
__device__ float sum_of(float2 x) {
    return x.x + x.y;
}
__device__ float sum_of(float4 x) {
    return x.x + x.y + x.z + x.w;
}

template <class T> __global__ void triad(const T *a, const T *b, T *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = fma_of(3, b[i], a[i]);
}
template <class T>
__global__ void triad_apart(const T *__restrict__ a, const T *__restrict__ b,
                            T *__restrict__ c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = fma_of(3, b[i], a[i]);
}
template <class T, int U>
__global__ void triad_by(const T *a, const T *b, T *c, int n) {
    int step = gridDim.x * blockDim.x;
    for (int i = INDEX; i < n; i += U * step) {
        T x[U], y[U];
#pragma unroll
        for (int k = 0; k < U; k++)
            if (i + k * step < n)
                x[k] = a[i + k * step], y[k] = b[i + k * step];
#pragma unroll
        for (int k = 0; k < U; k++)
            if (i + k * step < n) c[i + k * step] = fma_of(3, y[k], x[k]);
    }
}
// each thread a piece of its own
template <class T>
__global__ void triad_piece(const T *a, const T *b, T *c, int each) {
    size_t from = (size_t)INDEX * each;
    for (int k = 0; k < each; k++)
        c[from + k] = fma_of(3, b[from + k], a[from + k]);
}
// each block a piece of its own
template <class T>
__global__ void triad_blocks(const T *a, const T *b, T *c, int n) {
    int each = (n + gridDim.x - 1) / gridDim.x, from = blockIdx.x * each;
    for (int i = from + threadIdx.x; i < min(from + each, n); i += blockDim.x)
        c[i] = fma_of(3, b[i], a[i]);
}
template <class T> __global__ void saxpy(const T *x, T *y, float s, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        y[i] = fma_of(s, x[i], y[i]);
}
template <class T, int U>
__global__ void saxpy_by(const T *__restrict__ x, T *__restrict__ y, float s,
                         int n) {
    int step = gridDim.x * blockDim.x, i = INDEX;
    for (; i + (U - 1) * step < n; i += U * step)
#pragma unroll
        for (int k = 0; k < U; k++)
            y[i + k * step] = fma_of(s, x[i + k * step], y[i + k * step]);
    for (; i < n; i += step)
        y[i] = fma_of(s, x[i], y[i]);
}
template <class T> __global__ void copied(const T *a, T *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i];
}
// each thread U neighbours of its own
template <class T, int U>
__global__ void copied_near(const T *a, T *c, int n) {
    for (int i = INDEX * U; i < n; i += gridDim.x * blockDim.x * U) {
        T v[U];
#pragma unroll
        for (int k = 0; k < U; k++)
            v[k] = a[i + k];
#pragma unroll
        for (int k = 0; k < U; k++)
            c[i + k] = v[k];
    }
}
template <class T> __global__ void copied_piece(const T *a, T *c, int each) {
    size_t from = (size_t)INDEX * each;
    for (int k = 0; k < each; k++)
        c[from + k] = a[from + k];
}
__global__ void scaled(float *c, float s, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        c[i] *= s;
}
__global__ void scaled4(const float4 *a, float4 *c, float s, int n) {
#pragma unroll 4
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        c[i] = make_float4(v.x * s, v.y * s, v.z * s, v.w * s);
    }
}
template <class T>
__global__ void dotted(const T *a, const T *b, float *out, int n) {
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        sum += dot_of(a[i], b[i]);
    sum = block_sum(sum);
    if (threadIdx.x == 0) atomicAdd(out, sum);
}
template <class T, int U>
__global__ void dotted_by(const T *__restrict__ a, const T *__restrict__ b,
                          float *out, int n) {
    int step = gridDim.x * blockDim.x, i = INDEX;
    float sum[U] = {};
    for (; i + (U - 1) * step < n; i += U * step)
#pragma unroll
        for (int k = 0; k < U; k++)
            sum[k] += dot_of(a[i + k * step], b[i + k * step]);
    for (; i < n; i += step)
        sum[0] += dot_of(a[i], b[i]);
#pragma unroll
    for (int k = 1; k < U; k++)
        sum[0] += sum[k];
    sum[0] = block_sum(sum[0]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum[0];
}
template <class T> __global__ void summed(const T *a, float *out, int n) {
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        sum += sum_of(a[i]);
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
__global__ void summed_tree(const float *a, float *out, int n) {
    extern __shared__ float s[];
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        sum += a[i];
    sum = tree<false>(sum, s);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
template <class T>
__global__ void summed_piece(const T *a, float *out, int each) {
    float sum = 0;
    size_t from = (size_t)INDEX * each;
    for (int k = 0; k < each; k++)
        sum += sum_of(a[from + k]);
    sum = block_sum(sum);
    if (threadIdx.x == 0) atomicAdd(out, sum);
}
template <class T>
__global__ void summed_by4(const T *__restrict__ a, float *out, int n) {
    int step = gridDim.x * blockDim.x, i = INDEX;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (; i + 3 * step < n; i += 4 * step) {
        s0 += sum_of(a[i]);
        s1 += sum_of(a[i + step]);
        s2 += sum_of(a[i + 2 * step]);
        s3 += sum_of(a[i + 3 * step]);
    }
    for (; i < n; i += step)
        s0 += sum_of(a[i]);
    s0 = block_sum(s0 + s1 + s2 + s3);
    if (threadIdx.x == 0) atomicAdd(out, s0);
}

constexpr int N = 16 * MI;
#define OF(T) (N * 4 / (int)sizeof(T))
#define SWEEP3(HOW, K, T, B, S)                                                \
    V("triad " HOW #T ", " #B " blocks of " #S,                                \
      K<T><<<B, S>>>((const T *)p.a, (const T *)p.b, (T *)p.c, OF(T)))
#define SWEEP3U(K, T, U, B, S)                                                 \
    V("triad by " #U " " #T ", " #B " blocks of " #S,                          \
      (K<T, U>)<<<B, S>>>((const T *)p.a, (const T *)p.b, (T *)p.c, OF(T)))
#define SAXPY(T, B, S)                                                         \
    V("saxpy " #T ", " #B " blocks of " #S,                                    \
      saxpy<T><<<B, S>>>((const T *)p.a, (T *)p.c, 1.5f, OF(T)))
#define SAXPYU(T, U, B, S)                                                     \
    V("saxpy by " #U " " #T ", " #B " blocks of " #S,                          \
      (saxpy_by<T, U>)<<<B, S>>>((const T *)p.a, (T *)p.c, 1.5f, OF(T)))
#define COPY(T, B, S)                                                          \
    V("copy " #T ", " #B " blocks of " #S,                                     \
      copied<T><<<B, S>>>((const T *)p.a, (T *)p.c, OF(T) * 2))
#define NEAR(T, U, B, S)                                                       \
    V("copy near " #U " " #T ", " #B " blocks of " #S,                         \
      (copied_near<T, U>)<<<B, S>>>((const T *)p.a, (T *)p.c, OF(T)))
#define DOT(T, B, S)                                                           \
    V("dot " #T ", " #B " blocks of " #S,                                      \
      dotted<T><<<B, S>>>((const T *)p.a, (const T *)p.b, p.c, OF(T)))
#define DOTU(T, U, B, S)                                                       \
    V("dot by " #U " " #T ", " #B " blocks of " #S,                            \
      (dotted_by<T, U>)<<<B, S>>>((const T *)p.a, (const T *)p.b, p.c, OF(T)))
#define SUM(T, B, S)                                                           \
    V("sum " #T ", " #B " blocks of " #S,                                      \
      summed<T><<<B, S>>>((const T *)p.a, p.c, OF(T) * 2))
#define SUM4(T, B, S)                                                          \
    V("sum by 4 " #T ", " #B " blocks of " #S,                                 \
      summed_by4<T><<<B, S>>>((const T *)p.a, p.c, OF(T) * 2))

// clang-format off
const Variant sweeps[] = {
    SWEEP3("", triad, float, 132, 256), SWEEP3("", triad, float, 264, 1024), SWEEP3("", triad, float, 1056, 256),
    SWEEP3("", triad, float2, 528, 512), SWEEP3("", triad, float4, 264, 512), SWEEP3("", triad, float4, 2112, 256),
    SWEEP3("restrict ", triad_apart, float, 528, 512), SWEEP3("restrict ", triad_apart, float4, 132, 1024),
    SWEEP3U(triad_by, float, 2, 528, 256), SWEEP3U(triad_by, float, 4, 1056, 256), SWEEP3U(triad_by, float4, 2, 264, 512),
    SWEEP3("in pieces ", triad_blocks, float, 528, 256), SWEEP3("in pieces ", triad_blocks, float4, 132, 512), SWEEP3("in pieces ", triad_blocks, float2, 1056, 512),
    V("triad, 32 a thread, blocks of 256", triad_piece<float><<<8 * MI / 32 / 256, 256>>>(p.a, p.b, p.c, 32)),
    V("triad, 16 float4 a thread, blocks of 256", triad_piece<float4><<<2 * MI / 16 / 256, 256>>>((const float4 *)p.a, (const float4 *)p.b, (float4 *)p.c, 16)),
    SAXPY(float, 264, 512), SAXPY(float, 528, 1024), SAXPY(float, 2112, 512), SAXPY(float2, 264, 256), SAXPY(float4, 528, 256),
    SAXPYU(float, 2, 264, 1024), SAXPYU(float, 4, 528, 256), SAXPYU(float4, 2, 1056, 512),
    COPY(float, 132, 1024), COPY(float, 528, 256), COPY(float2, 1056, 512), COPY(float4, 264, 256), COPY(float4, 528, 1024),
    NEAR(float, 4, 1056, 256), NEAR(float, 2, 2112, 256), NEAR(float4, 2, 528, 512),
    V("copy, 64 a thread, blocks of 128", copied_piece<float><<<8 * MI / 64 / 128, 128>>>(p.a, p.c, 64)),
    V("scale in place, 528 blocks of 512", scaled<<<528, 512>>>(p.c, 0.5f, 2 * N)),
    V("scale in place, 132 blocks of 256", scaled<<<132, 256>>>(p.c, 2, N)),
    V("scale float4 by 4, 264 blocks of 512", scaled4<<<264, 512>>>((const float4 *)p.a, (float4 *)p.c, 3, N / 2)),
    V("scale float4 by 4, 1056 blocks of 256", scaled4<<<1056, 256>>>((const float4 *)p.a, (float4 *)p.c, 3, N / 4)),
    DOT(float, 264, 256), DOT(float, 1056, 512), DOT(float4, 132, 512), DOT(float2, 528, 256), DOT(float4, 2112, 256),
    DOTU(float, 4, 264, 256), DOTU(float, 2, 528, 1024), DOTU(float4, 2, 264, 512),
    SUM(float, 132, 1024), SUM(float, 1056, 256), SUM(float2, 264, 512), SUM(float4, 528, 256),
    SUM4(float, 132, 512), SUM4(float, 1056, 512), SUM4(float4, 264, 256),
    V("sum tree, 528 blocks of 256", summed_tree<<<528, 256, 1024>>>(p.a, p.c, 2 * N)),
    V("sum tree, 2112 blocks of 1024", summed_tree<<<2112, 1024, 4096>>>(p.a, p.c, 2 * N)),
    V("sum, 128 a thread, blocks of 256", summed_piece<float><<<N / 128 / 256, 256>>>(p.a, p.c, 128)),
    V("sum, 16 float4 a thread, blocks of 512", summed_piece<float4><<<N / 4 / 16 / 512, 512>>>((const float4 *)p.a, p.c, 16)),
};
// clang-format on
Family sweeps_family("sweeps", sweeps, 2);

// ---- matrices (rows by wide) times a vector

__global__ void thread_row(const float *m, const float *x, float *y, int rows,
                           int wide) {
    int r = INDEX;
    if (r >= rows) return;
    float sum = 0;
    for (int i = 0; i < wide; i++)
        sum += m[(size_t)r * wide + i] * x[i];
    y[r] = sum;
}
__global__ void thread_row4(const float4 *__restrict__ m,
                            const float4 *__restrict__ x, float *y, int rows,
                            int wide) {
    int r = INDEX;
    if (r >= rows) return;
    float sum = 0;
    for (int i = 0; i < wide / 4; i++)
        sum += dot_of(m[(size_t)r * (wide / 4) + i], x[i]);
    y[r] = sum;
}
template <class T>
__global__ void warp_row(const T *m, const T *x, float *y, int rows, int n) {
    int r = INDEX / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float sum = 0;
    for (int i = lane; i < n; i += 32)
        sum += dot_of(m[(size_t)r * n + i], x[i]);
    sum = warp_sum(sum);
    if (lane == 0) y[r] = sum;
}
template <class T>
__global__ void warp_row_by4(const T *__restrict__ m, const T *__restrict__ x,
                             float *y, int n) {
    int r = INDEX / 32, lane = threadIdx.x % 32;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    m += (size_t)r * n;
    for (int i = lane; i < n; i += 128) {
        s0 += dot_of(m[i], x[i]);
        s1 += dot_of(m[i + 32], x[i + 32]);
        s2 += dot_of(m[i + 64], x[i + 64]);
        s3 += dot_of(m[i + 96], x[i + 96]);
    }
    s0 = warp_sum(s0 + s1 + s2 + s3);
    if (lane == 0) y[r] = s0;
}
template <class T>
__global__ void warp_two(const T *m, const T *x, float *y, int rows, int n) {
    int r = INDEX / 32 * 2, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float s = 0, t = 0;
    for (int i = lane; i < n; i += 32) {
        T v = x[i];
        s += dot_of(m[(size_t)r * n + i], v);
        t += dot_of(m[(size_t)(r + 1) * n + i], v);
    }
    s = warp_sum_all(s);
    t = warp_sum_all(t);
    if (lane < 2) y[r + lane] = lane ? t : s;
}
template <class T>
__global__ void block_row(const T *m, const T *x, float *y, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += dot_of(m[(size_t)blockIdx.x * n + i], x[i]);
    sum = block_sum(sum);
    if (threadIdx.x == 0) y[blockIdx.x] = sum;
}
__global__ void block_row_tree(const float *m, const float *x, float *y,
                               int n) {
    extern __shared__ float s[];
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += m[(size_t)blockIdx.x * n + i] * x[i];
    sum = tree<false>(sum, s);
    if (threadIdx.x == 0) y[blockIdx.x] = sum;
}
// the vector in shared memory first; a warp takes row after row
__global__ void kept_vector(const float4 *m, const float4 *x, float *y,
                            int rows, int n) {
    extern __shared__ float4 v4[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v4[i] = x[i];
    __syncthreads();
    int lane = threadIdx.x % 32;
    for (int r = INDEX / 32; r < rows; r += gridDim.x * blockDim.x / 32) {
        float sum = 0;
        for (int i = lane; i < n; i += 32)
            sum += dot_of(m[(size_t)r * n + i], v4[i]);
        sum = warp_sum(sum);
        if (lane == 0) y[r] = sum;
    }
}
// a tile of 32 x 32 of the matrix at a time, then a thread a row
__global__ void tiled_row(const float *m, const float *x, float *y, int wide) {
    __shared__ float s[32][33], v[32];
    int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    size_t from = (size_t)blockIdx.x * 32;
    float sum = 0;
    for (int k = 0; k < wide; k += 32) {
        for (int r = ty; r < 32; r += blockDim.x / 32)
            s[r][tx] = m[(from + r) * wide + k + tx];
        if (ty == 0) v[tx] = x[k + tx];
        __syncthreads();
        if (ty == 0)
            for (int i = 0; i < 32; i++)
                sum += s[tx][i] * v[i];
        __syncthreads();
    }
    if (ty == 0) y[from + tx] = sum;
}
// the vector times the matrix: a thread a column, a part of the rows
__global__ void column_part(const float *m, const float *x, float *y, int wide,
                            int part) {
    int col = INDEX;
    float sum = 0;
    for (int r = blockIdx.y * part; r < (int)(blockIdx.y + 1) * part; r++)
        sum += m[(size_t)r * wide + col] * x[r];
    atomicAdd(&y[col], sum);
}

#define M4 ((const float4 *)p.a)
#define B4 ((const float4 *)p.b)
// clang-format off
const Variant rowsums[] = {
    V("a thread a row of 4096, blocks of 64", thread_row<<<128, 64>>>(p.a, p.b, p.c, 8192, 4096)),
    V("a thread a row of 4096, blocks of 256", thread_row<<<32, 256>>>(p.a, p.b, p.c, 8192, 4096)),
    V("a thread a row of 8192, blocks of 32", thread_row<<<128, 32>>>(p.a, p.b, p.c, 4096, 8192)),
    V("a thread a row of 4096, float4, blocks of 64", thread_row4<<<128, 64>>>(M4, B4, p.c, 8192, 4096)),
    V("a thread a row of 8192, float4, blocks of 128", thread_row4<<<32, 128>>>(M4, B4, p.c, 4096, 8192)),
    V("a warp a row of 4096, blocks of 256", warp_row<float><<<1024, 256>>>(p.a, p.b, p.c, 8192, 4096)),
    V("a warp a row of 8192, blocks of 128", warp_row<float><<<1024, 128>>>(p.a, p.b, p.c, 4096, 8192)),
    V("a warp a row of 8192, blocks of 1024", warp_row<float><<<128, 1024>>>(p.a, p.b, p.c, 4096, 8192)),
    V("a warp a row of 4096, float4, blocks of 128", warp_row<float4><<<2048, 128>>>(M4, B4, p.c, 8192, 1024)),
    V("a warp a row of 8192, float4, blocks of 256", warp_row<float4><<<512, 256>>>(M4, B4, p.c, 4096, 2048)),
    V("a warp a row of 8192, by 4, blocks of 256", warp_row_by4<float><<<512, 256>>>(p.a, p.b, p.c, 8192)),
    V("a warp a row of 4096, float4 by 4, blocks of 512", warp_row_by4<float4><<<512, 512>>>(M4, B4, p.c, 1024)),
    V("two rows of 4096 a warp, blocks of 256", warp_two<float><<<512, 256>>>(p.a, p.b, p.c, 8192, 4096)),
    V("two rows of 8192 a warp, float4, blocks of 128", warp_two<float4><<<512, 128>>>(M4, B4, p.c, 4096, 2048)),
    V("two rows of 8192 a warp, blocks of 64", warp_two<float><<<1024, 64>>>(p.a, p.b, p.c, 4096, 8192)),
    V("a block of 256 a row of 4096", block_row<float><<<8192, 256>>>(p.a, p.b, p.c, 4096)),
    V("a block of 1024 a row of 8192", block_row<float><<<4096, 1024>>>(p.a, p.b, p.c, 8192)),
    V("a block of 128 a row of 8192, float4", block_row<float4><<<4096, 128>>>(M4, B4, p.c, 2048)),
    V("a block of 512 a row of 4096, float4", block_row<float4><<<8192, 512>>>(M4, B4, p.c, 1024)),
    V("a block of 256 a row of 8192, a tree", block_row_tree<<<4096, 256, 1024>>>(p.a, p.b, p.c, 8192)),
    V("a block of 128 a row of 4096, a tree", block_row_tree<<<8192, 128, 512>>>(p.a, p.b, p.c, 4096)),
    V("the vector kept, 264 blocks of 512", kept_vector<<<264, 512, 16384>>>(M4, B4, p.c, 8192, 1024)),
    V("the vector kept, 528 blocks of 256", kept_vector<<<528, 256, 32768>>>(M4, B4, p.c, 4096, 2048)),
    V("tiles of 32 x 32, 8192 x 4096, blocks of 256", tiled_row<<<256, 256>>>(p.a, p.b, p.c, 4096)),
    V("a thread a column of 4096, 64 parts", column_part<<<dim3(32, 64), 256>>>(p.a, p.b, p.c, 8192, 64)),
    V("a thread a column of 8192, 16 parts", column_part<<<dim3(32, 16), 128>>>(p.a, p.b, p.c, 4096, 512)),
};
// clang-format on
Family rowsums_family("rowsums", rowsums, 2);

} // namespace
