// Reductions, scans, softmax and layernorm: what a block or a warp works out
// together.
#include "variants.h"

// ---- sums of 16 Mi floats, the classic ladder

constexpr int N = 16 * MI, T = 256;

#define LOAD(value)                                                            \
    __shared__ float s[T];                                                     \
    unsigned t = threadIdx.x;                                                  \
    s[t] = (value);                                                            \
    __syncthreads();

__global__ void sum_modulo(const float *a, float *c) {
    LOAD(a[INDEX])
    for (unsigned d = 1; d < T; d *= 2) {
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) c[blockIdx.x] = s[0];
}
__global__ void sum_conflicts(const float *a, float *c) {
    LOAD(a[INDEX])
    for (unsigned d = 1; d < T; d *= 2) {
        unsigned i = 2 * d * t;
        if (i < T) s[i] += s[i + d];
        __syncthreads();
    }
    if (t == 0) c[blockIdx.x] = s[0];
}
__global__ void sum_halves(const float *a, float *c) {
    LOAD(a[INDEX])
    for (unsigned d = T / 2; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) c[blockIdx.x] = s[0];
}
__global__ void sum_first_add(const float *a, float *c) {
    unsigned i = blockIdx.x * T * 2 + threadIdx.x;
    LOAD(a[i] + a[i + T])
    for (unsigned d = T / 2; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) c[blockIdx.x] = s[0];
}
__device__ float last_warp(volatile float *s, unsigned t) {
    float v = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    return v;
}
__global__ void sum_last_warp(const float *a, float *c) {
    unsigned i = blockIdx.x * T * 2 + threadIdx.x;
    LOAD(a[i] + a[i + T])
    for (unsigned d = T / 2; d > 32; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t >= 32) return;
    float v = last_warp(s, t);
    if (t == 0) c[blockIdx.x] = v;
}
__global__ void sum_unrolled(const float *a, float *c) {
    unsigned i = blockIdx.x * T * 2 + threadIdx.x;
    LOAD(a[i] + a[i + T])
    if (t < 128) s[t] += s[t + 128];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t >= 32) return;
    float v = last_warp(s, t);
    if (t == 0) c[blockIdx.x] = v;
}
__global__ void sum_many(const float *a, float *c, int n) {
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * T)
        sum += a[i];
    LOAD(sum)
    if (t < 128) s[t] += s[t + 128];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t >= 32) return;
    float v = last_warp(s, t);
    if (t == 0) c[blockIdx.x] = v;
}
__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}
__device__ float block_sum(float v) {
    __shared__ float part[32];
    __shared__ float whole;
    v = warp_sum(v);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        v = warp_sum(v);
        if (threadIdx.x == 0) whole = v;
    }
    __syncthreads();
    return whole;
}
__global__ void sum_shuffles(const float *a, float *c) {
    float v = block_sum(a[INDEX]);
    if (threadIdx.x == 0) c[blockIdx.x] = v;
}
__global__ void sum_vectors(const float4 *a, float *c, int n) {
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        sum += v.x + v.y + v.z + v.w;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) atomicAdd(c, sum);
}
__global__ void sum_atomics(const float *a, float *c) {
    float v = warp_sum(a[INDEX]);
    if (threadIdx.x % 32 == 0) atomicAdd(c, v);
}

#define ONE N / T, T
#define TWO N / T / 2, T
static const Variant sums[] = {
    {"1: every other thread",
     [](const Pool &p) { sum_modulo<<<ONE>>>(p.a, p.c); }},
    {"2: neighbours, conflicts",
     [](const Pool &p) { sum_conflicts<<<ONE>>>(p.a, p.c); }},
    {"3: halves", [](const Pool &p) { sum_halves<<<ONE>>>(p.a, p.c); }},
    {"4: first add while loading",
     [](const Pool &p) { sum_first_add<<<TWO>>>(p.a, p.c); }},
    {"5: last warp alone",
     [](const Pool &p) { sum_last_warp<<<TWO>>>(p.a, p.c); }},
    {"6: unrolled", [](const Pool &p) { sum_unrolled<<<TWO>>>(p.a, p.c); }},
    {"7: many a thread",
     [](const Pool &p) { sum_many<<<SMS * 8, T>>>(p.a, p.c, N); }},
    {"shuffles", [](const Pool &p) { sum_shuffles<<<ONE>>>(p.a, p.c); }},
    {"shuffles, float4, many a thread",
     [](const Pool &p) {
         sum_vectors<<<SMS * 8, T>>>((const float4 *)p.a, p.c, N / 4);
     }},
    {"an atomic a warp", [](const Pool &p) { sum_atomics<<<ONE>>>(p.a, p.c); }},
    {"shuffles, blocks of 1024",
     [](const Pool &p) { sum_shuffles<<<N / 1024, 1024>>>(p.a, p.c); }},
    {"two launches",
     [](const Pool &p) {
         sum_many<<<SMS * 8, T>>>(p.a, p.c, N);
         sum_many<<<1, T>>>(p.c, p.c + 4096, SMS * 8);
     }},
};
static Family sum_family("reduction", sums);

// ---- scans of 8 Mi floats, each block its own part

constexpr int SCANNED = 8 * MI;

__global__ void scan_steps(const float *a, float *c) {
    __shared__ float s[2][T];
    unsigned t = threadIdx.x, in = 0;
    s[0][t] = a[INDEX];
    __syncthreads();
    for (unsigned d = 1; d < T; d *= 2, in ^= 1) {
        s[in ^ 1][t] = s[in][t] + (t >= d ? s[in][t - d] : 0);
        __syncthreads();
    }
    c[INDEX] = s[in][t];
}
template <int PAD> __global__ void scan_tree(const float *a, float *c) {
    __shared__ float s[2 * T + 2 * T / 32 + 1];
    unsigned t = threadIdx.x, at = blockIdx.x * 2 * T;
    auto place = [](unsigned i) { return PAD ? i + i / 32 : i; };
    s[place(t)] = a[at + t];
    s[place(t + T)] = a[at + t + T];
    unsigned d = 1;
    for (unsigned n = T; n > 0; n /= 2, d *= 2) {
        __syncthreads();
        if (t < n)
            s[place(d * (2 * t + 2) - 1)] += s[place(d * (2 * t + 1) - 1)];
    }
    if (t == 0) s[place(2 * T - 1)] = 0;
    for (unsigned n = 1; n <= T; n *= 2) {
        d /= 2;
        __syncthreads();
        if (t < n) {
            unsigned i = place(d * (2 * t + 1) - 1);
            unsigned j = place(d * (2 * t + 2) - 1);
            float v = s[i];
            s[i] = s[j];
            s[j] += v;
        }
    }
    __syncthreads();
    c[at + t] = s[place(t)];
    c[at + t + T] = s[place(t + T)];
}
__device__ float warp_scan(float v) {
    for (int d = 1; d < 32; d *= 2) {
        float w = __shfl_up_sync(~0u, v, d);
        if (threadIdx.x % 32 >= d) v += w;
    }
    return v;
}
__global__ void scan_warps(const float *a, float *c) {
    __shared__ float s[32];
    float v = warp_scan(a[INDEX]);
    if (threadIdx.x % 32 == 31) s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        float w = threadIdx.x < T / 32 ? s[threadIdx.x] : 0;
        s[threadIdx.x] = warp_scan(w);
    }
    __syncthreads();
    if (threadIdx.x >= 32) v += s[threadIdx.x / 32 - 1];
    c[INDEX] = v;
}
__global__ void scan_own(const float4 *a, float4 *c) {
    __shared__ float s[32];
    float4 v = a[INDEX];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    float w = warp_scan(v.w);
    if (threadIdx.x % 32 == 31) s[threadIdx.x / 32] = w;
    __syncthreads();
    if (threadIdx.x < 32)
        s[threadIdx.x] = warp_scan(threadIdx.x < T / 32 ? s[threadIdx.x] : 0);
    __syncthreads();
    w -= v.w;
    if (threadIdx.x >= 32) w += s[threadIdx.x / 32 - 1];
    c[INDEX] = make_float4(v.x + w, v.y + w, v.z + w, v.w + w);
}
__global__ void scan_alone(const float *a, float *c, int each) {
    size_t at = (size_t)INDEX * each;
    float sum = 0;
    for (int i = 0; i < each; i++)
        c[at + i] = sum += a[at + i];
}
static const Variant scans[] = {
    {"step by step",
     [](const Pool &p) { scan_steps<<<SCANNED / T, T>>>(p.a, p.c); }},
    {"up and down a tree",
     [](const Pool &p) { scan_tree<0><<<SCANNED / T / 2, T>>>(p.a, p.c); }},
    {"up and down a tree, padded",
     [](const Pool &p) { scan_tree<1><<<SCANNED / T / 2, T>>>(p.a, p.c); }},
    {"warps", [](const Pool &p) { scan_warps<<<SCANNED / T, T>>>(p.a, p.c); }},
    {"warps, float4",
     [](const Pool &p) {
         scan_own<<<SCANNED / T / 4, T>>>((const float4 *)p.a, (float4 *)p.c);
     }},
    {"a thread alone, 32 each",
     [](const Pool &p) { scan_alone<<<SCANNED / 32 / T, T>>>(p.a, p.c, 32); }},
};
static Family scan_family("scan", scans);

// ---- rows: 4096 of 2048 floats

constexpr int ROWS = 4096, WIDE = 2048;

__device__ float warp_most(float v) {
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    return v;
}
__device__ float block_most(float v) {
    __shared__ float part[32];
    __syncthreads();
    v = warp_most(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[threadIdx.x % (blockDim.x / 32)];
    return warp_most(v);
}
__global__ void softmax_block(const float *a, float *c) {
    const float *x = a + (size_t)blockIdx.x * WIDE;
    float *y = c + (size_t)blockIdx.x * WIDE, most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < WIDE; i += blockDim.x)
        most = fmaxf(most, x[i]);
    most = block_most(most);
    for (int i = threadIdx.x; i < WIDE; i += blockDim.x)
        sum += expf(x[i] - most);
    sum = block_sum(sum);
    for (int i = threadIdx.x; i < WIDE; i += blockDim.x)
        y[i] = expf(x[i] - most) / sum;
}
__global__ void softmax_warp(const float *a, float *c) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    const float *x = a + (size_t)row * WIDE;
    float *y = c + (size_t)row * WIDE, most = -1e30f, sum = 0;
    for (int i = lane; i < WIDE; i += 32) {
        float v = x[i], m = fmaxf(most, v);
        sum = sum * __expf(most - m) + __expf(v - m);
        most = m;
    }
    float all = warp_most(most);
    sum = warp_sum(sum * __expf(most - all));
    for (int i = lane; i < WIDE; i += 32)
        y[i] = __expf(x[i] - all) / sum;
}
__global__ void softmax_kept(const float4 *a, float4 *c) {
    const float4 *x = a + (size_t)blockIdx.x * (WIDE / 4);
    float4 v[2];
    float most = -1e30f, sum = 0;
    for (int k = 0; k < 2; k++) {
        v[k] = x[threadIdx.x + k * 256];
        most = fmaxf(most, fmaxf(fmaxf(v[k].x, v[k].y), fmaxf(v[k].z, v[k].w)));
    }
    most = block_most(most);
    for (int k = 0; k < 2; k++) {
        v[k].x = __expf(v[k].x - most);
        v[k].y = __expf(v[k].y - most);
        v[k].z = __expf(v[k].z - most);
        v[k].w = __expf(v[k].w - most);
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
    }
    sum = 1 / block_sum(sum);
    for (int k = 0; k < 2; k++)
        c[(size_t)blockIdx.x * (WIDE / 4) + threadIdx.x + k * 256] =
            make_float4(v[k].x * sum, v[k].y * sum, v[k].z * sum, v[k].w * sum);
}
__global__ void softmax_thread(const float *a, float *c, int wide) {
    const float *x = a + (size_t)INDEX * wide;
    float *y = c + (size_t)INDEX * wide, most = -1e30f, sum = 0;
    for (int i = 0; i < wide; i++)
        most = fmaxf(most, x[i]);
    for (int i = 0; i < wide; i++)
        sum += expf(x[i] - most);
    for (int i = 0; i < wide; i++)
        y[i] = expf(x[i] - most) / sum;
}
static const Variant softmaxes[] = {
    {"a block a row",
     [](const Pool &p) { softmax_block<<<ROWS, 256>>>(p.a, p.c); }},
    {"a warp a row, online",
     [](const Pool &p) { softmax_warp<<<ROWS / 8, 256>>>(p.a, p.c); }},
    {"a block a row, kept in registers",
     [](const Pool &p) {
         softmax_kept<<<ROWS, 256>>>((const float4 *)p.a, (float4 *)p.c);
     }},
    {"a thread a row of 128",
     [](const Pool &p) {
         softmax_thread<<<ROWS * WIDE / 128 / 128, 128>>>(p.a, p.c, 128);
     }},
    {"a block of 1024 a row",
     [](const Pool &p) { softmax_block<<<ROWS, 1024>>>(p.a, p.c); }},
    {"a block of 64 a row",
     [](const Pool &p) { softmax_block<<<ROWS, 64>>>(p.a, p.c); }},
};
static Family softmax_family("softmax", softmaxes);

__global__ void norm_passes(const float *a, float *c) {
    const float *x = a + (size_t)blockIdx.x * WIDE;
    float *y = c + (size_t)blockIdx.x * WIDE, sum = 0, var = 0;
    for (int i = threadIdx.x; i < WIDE; i += blockDim.x)
        sum += x[i];
    float mean = block_sum(sum) / WIDE;
    for (int i = threadIdx.x; i < WIDE; i += blockDim.x)
        var += (x[i] - mean) * (x[i] - mean);
    float scale = rsqrtf(block_sum(var) / WIDE + 1e-5f);
    for (int i = threadIdx.x; i < WIDE; i += blockDim.x)
        y[i] = (x[i] - mean) * scale;
}
__global__ void norm_warp(const float4 *a, float4 *c) {
    int row = INDEX / 32, lane = threadIdx.x % 32;
    const float4 *x = a + (size_t)row * (WIDE / 4);
    float4 *y = c + (size_t)row * (WIDE / 4);
    float sum = 0, squares = 0;
    for (int i = lane; i < WIDE / 4; i += 32) {
        float4 v = x[i];
        sum += v.x + v.y + v.z + v.w;
        squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float mean = warp_sum(sum) / WIDE;
    float scale = rsqrtf(warp_sum(squares) / WIDE - mean * mean + 1e-5f);
    for (int i = lane; i < WIDE / 4; i += 32) {
        float4 v = x[i];
        y[i] = make_float4((v.x - mean) * scale, (v.y - mean) * scale,
                           (v.z - mean) * scale, (v.w - mean) * scale);
    }
}
__global__ void norm_kept(const float4 *a, float4 *c) {
    const float4 *x = a + (size_t)blockIdx.x * (WIDE / 4);
    float4 *y = c + (size_t)blockIdx.x * (WIDE / 4);
    float4 v = x[threadIdx.x];
    float mean = block_sum(v.x + v.y + v.z + v.w) / WIDE;
    v = make_float4(v.x - mean, v.y - mean, v.z - mean, v.w - mean);
    float var = block_sum(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w);
    float scale = rsqrtf(var / WIDE + 1e-5f);
    y[threadIdx.x] =
        make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
}
__global__ void norm_online(const float *a, float *c, int wide) {
    const float *x = a + (size_t)INDEX * wide;
    float *y = c + (size_t)INDEX * wide, mean = 0, m2 = 0;
    for (int i = 0; i < wide; i++) {
        float d = x[i] - mean;
        mean += d / (i + 1);
        m2 += d * (x[i] - mean);
    }
    float scale = rsqrtf(m2 / wide + 1e-5f);
    for (int i = 0; i < wide; i++)
        y[i] = (x[i] - mean) * scale;
}
static const Variant norms[] = {
    {"three passes, a block a row",
     [](const Pool &p) { norm_passes<<<ROWS, 256>>>(p.a, p.c); }},
    {"a warp a row, float4",
     [](const Pool &p) {
         norm_warp<<<ROWS / 8, 256>>>((const float4 *)p.a, (float4 *)p.c);
     }},
    {"kept in registers, blocks of 512",
     [](const Pool &p) {
         norm_kept<<<ROWS, 512>>>((const float4 *)p.a, (float4 *)p.c);
     }},
    {"a thread a row of 64, online",
     [](const Pool &p) {
         norm_online<<<ROWS * WIDE / 64 / 128, 128>>>(p.a, p.c, 64);
     }},
    {"three passes, a block of 1024 a row",
     [](const Pool &p) { norm_passes<<<ROWS, 1024>>>(p.a, p.c); }},
    {"three passes, a block of 128 a row",
     [](const Pool &p) { norm_passes<<<ROWS, 128>>>(p.a, p.c); }},
};
static Family norm_family("layernorm", norms);
