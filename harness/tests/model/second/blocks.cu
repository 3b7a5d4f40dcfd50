// Second set: sums and scans of other types, by other groups of threads.
#include "../variants.h"

namespace {

// ---- sums

__device__ float add_warp(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    return v;
}
__global__ void sum_rows(const float *a, float *c, int wide) {
    int row = INDEX / 32;
    float sum = 0;
    for (int i = threadIdx.x % 32; i < wide; i += 32)
        sum += a[(size_t)row * wide + i];
    sum = add_warp(sum);
    if (threadIdx.x % 32 == 0) c[row] = sum;
}
__global__ void sum_columns(const float *a, float *c, int rows, int wide) {
    float sum = 0;
    for (int r = 0; r < rows; r++)
        sum += a[(size_t)r * wide + INDEX];
    c[INDEX] = sum;
}
template <int T> __global__ void sum_doubles(const double *a, double *c) {
    __shared__ double s[T];
    unsigned t = threadIdx.x;
    s[t] = a[(size_t)blockIdx.x * 2 * T + t] +
           a[(size_t)blockIdx.x * 2 * T + T + t];
    for (unsigned d = T / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    if (t == 0) c[blockIdx.x] = s[0];
}
__global__ void most_where(const float *a, float *c, unsigned *at, int n) {
    float most = -1;
    unsigned where = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float v = a[i];
        if (v > most) {
            most = v;
            where = i;
        }
    }
    for (int d = 16; d > 0; d /= 2) {
        float v = __shfl_down_sync(~0u, most, d);
        unsigned w = __shfl_down_sync(~0u, where, d);
        if (v > most || (v == most && w < where)) {
            most = v;
            where = w;
        }
    }
    if (threadIdx.x % 32) return;
    c[INDEX / 32] = most;
    at[INDEX / 32] = where;
}
__global__ void sum_redux(const int *a, int *c) {
    __shared__ int part[32];
    int v = __reduce_add_sync(~0u, a[INDEX] & 255);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    v = __reduce_add_sync(~0u, v);
    if (threadIdx.x == 0) c[blockIdx.x] = v;
}
__global__ void dot(const float4 *a, const float4 *b, float *c, int n) {
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float4 v = a[i], w = b[i];
        sum += v.x * w.x + v.y * w.y + v.z * w.z + v.w * w.w;
    }
    sum = add_warp(sum);
    if (threadIdx.x % 32 == 0) c[INDEX / 32] = sum;
}
__device__ unsigned blocks_done;
__global__ void sum_last(const float *a, volatile float *c, int n) {
    __shared__ float part[8];
    __shared__ bool last;
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * 256)
        sum += a[i];
    sum = add_warp(sum);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            sum += part[w];
        c[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&blocks_done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    sum = 0;
    for (int i = threadIdx.x; i < (int)gridDim.x; i += 256)
        sum += c[i];
    sum = add_warp(sum);
    if (threadIdx.x % 32 == 0) c[65536 + threadIdx.x / 32] = sum;
    if (threadIdx.x == 0) blocks_done = 0;
}
__global__ void sum_shared_word(const float4 *a, float *c) {
    __shared__ float s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    float4 v = a[INDEX];
    float sum = add_warp(v.x + v.y + v.z + v.w);
    if (threadIdx.x % 32 == 0) atomicAdd(&s, sum);
    __syncthreads();
    if (threadIdx.x == 0) c[blockIdx.x] = s;
}
__global__ void sum_few_words(const float *a, float *c, int words) {
    __shared__ float part[8];
    float sum = add_warp(a[INDEX]);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x) return;
    for (int w = 1; w < 8; w++)
        sum += part[w];
    atomicAdd(&c[blockIdx.x % words], sum);
}
__global__ void variance(const float *a, float2 *c, int n) {
    float sum = 0, squares = 0;
#pragma unroll 4
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float v = a[i];
        sum += v;
        squares += v * v;
    }
    sum = add_warp(sum);
    squares = add_warp(squares);
    if (threadIdx.x % 32 == 0) c[INDEX / 32] = make_float2(sum, squares);
}
const Variant sums[] = {
    {"a warp a row of 512",
     [](const Pool &p) { sum_rows<<<4096, 256>>>(p.a, p.c, 512); }},
    {"a column a thread, 256 rows",
     [](const Pool &p) { sum_columns<<<256, 256>>>(p.a, p.c, 256, 65536); }},
    {"doubles, blocks of 512",
     [](const Pool &p) {
         sum_doubles<512><<<8192, 512>>>((const double *)p.a, (double *)p.c);
     }},
    {"greatest and where, 16 warps an SM",
     [](const Pool &p) {
         most_where<<<SMS * 2, 256>>>(p.a, p.c, p.index, 16 * MI);
     }},
    {"integers, redux",
     [](const Pool &p) {
         sum_redux<<<8 * MI / 256, 256>>>((const int *)p.a, (int *)p.c);
     }},
    {"dot, float4, many a thread",
     [](const Pool &p) {
         dot<<<SMS * 4, 512>>>((const float4 *)p.a, (const float4 *)p.b, p.c,
                               4 * MI);
     }},
    {"the last block adds up",
     [](const Pool &p) { sum_last<<<SMS * 6, 256>>>(p.a, p.c, 8 * MI); }},
    {"a word in shared memory, blocks of 512",
     [](const Pool &p) {
         sum_shared_word<<<8192, 512>>>((const float4 *)p.a, p.c);
     }},
    {"an atomic a block on 16 words",
     [](const Pool &p) { sum_few_words<<<32768, 256>>>(p.a, p.c, 16); }},
    {"variance, 8 warps an SM",
     [](const Pool &p) { variance<<<SMS, 256>>>(p.a, (float2 *)p.c, 8 * MI); }},
    {"a warp a row of 8192",
     [](const Pool &p) { sum_rows<<<512, 128>>>(p.a, p.c, 8192); }},
    {"doubles, blocks of 64",
     [](const Pool &p) {
         sum_doubles<64><<<16384, 64>>>((const double *)p.a, (double *)p.c);
     }},
};
Family sum_family("reduction", sums, 2);

// ---- scans

template <typename V> __device__ V scan_lanes(V v) {
    for (int d = 1; d < 32; d *= 2) {
        V w = __shfl_up_sync(~0u, v, d);
        if (threadIdx.x % 32 >= d) v += w;
    }
    return v;
}
// What the warps before this one added up to.
template <typename V> __device__ V before_warp(V total, V *part) {
    if (threadIdx.x % 32 == 31) part[threadIdx.x / 32] = total;
    __syncthreads();
    V sum = 0;
    for (unsigned w = 0; w < threadIdx.x / 32; w++)
        sum += part[w];
    return sum;
}
__global__ void scan_part(const float4 *a, float4 *c, float *totals) {
    __shared__ float part[32];
    float4 v = a[INDEX];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    float w = scan_lanes(v.w), by = w - v.w + before_warp(w, part);
    c[INDEX] = make_float4(v.x + by, v.y + by, v.z + by, v.w + by);
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = v.w + by;
}
__global__ void add_before(float4 *c, const float *totals) {
    __shared__ float part[32];
    float sum = 0;
    for (unsigned i = threadIdx.x; i < blockIdx.x; i += blockDim.x)
        sum += totals[i];
    sum = add_warp(sum);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (unsigned w = 0; w < blockDim.x / 32; w++)
        sum += part[w];
    float4 v = c[INDEX];
    c[INDEX] = make_float4(v.x + sum, v.y + sum, v.z + sum, v.w + sum);
}
template <int T, int EACH>
__global__ void scan_staged(const float *a, float *c) {
    __shared__ float s[T * EACH], part[32];
    size_t at = (size_t)blockIdx.x * T * EACH;
    for (int k = 0; k < EACH; k++)
        s[threadIdx.x + k * T] = a[at + threadIdx.x + k * T];
    __syncthreads();
    float v[EACH], sum = 0;
    for (int k = 0; k < EACH; k++)
        v[k] = sum += s[threadIdx.x * EACH + k];
    float w = scan_lanes(sum), by = w - sum + before_warp(w, part);
    for (int k = 0; k < EACH; k++)
        s[threadIdx.x * EACH + k] = v[k] + by;
    __syncthreads();
    for (int k = 0; k < EACH; k++)
        c[at + threadIdx.x + k * T] = s[threadIdx.x + k * T];
}
__global__ void scan_rows(const float *a, float *c, int wide) {
    size_t at = (size_t)(INDEX / 32) * wide;
    float carry = 0;
    for (int i = threadIdx.x % 32; i < wide; i += 32) {
        float v = scan_lanes(a[at + i]) + carry;
        c[at + i] = v;
        carry = __shfl_sync(~0u, v, 31);
    }
}
__global__ void scan_columns(const float *a, float *c, int rows, int wide) {
    float sum = 0;
    for (int r = 0; r < rows; r++)
        c[(size_t)r * wide + INDEX] = sum += a[(size_t)r * wide + INDEX];
}
__global__ void scan_ints(const int *a, int *c) {
    __shared__ int part[32];
    int v = scan_lanes(a[INDEX] & 15);
    c[INDEX] = v + before_warp(v, part);
}
template <int EACH> __global__ void scan_own4(const float4 *a, float4 *c) {
    size_t at = (size_t)INDEX * EACH;
    float sum = 0;
    for (int k = 0; k < EACH; k++) {
        float4 v = a[at + k];
        v.x += sum;
        v.y += v.x;
        v.z += v.y;
        v.w += v.z;
        sum = v.w;
        c[at + k] = v;
    }
}
__device__ unsigned kept;
__global__ void compact(const float *a, float *c, unsigned *at) {
    __shared__ unsigned part[32], from;
    float v = a[INDEX];
    bool keep = v > 2;
    unsigned votes = __ballot_sync(~0u, keep);
    unsigned mine = __popc(votes & ((1u << threadIdx.x % 32) - 1));
    unsigned all = __popc(votes), before = before_warp(all, part);
    if (threadIdx.x == blockDim.x - 1)
        from = atomicAdd(&kept, before + all) % MI;
    __syncthreads();
    if (keep) {
        c[from + before + mine] = v;
        at[from + before + mine] = INDEX;
    }
}
__global__ void scan_segments(const float *a, float *c) {
    float v = a[INDEX];
    bool head = v < .25f;
    unsigned heads = __ballot_sync(~0u, head) | 1;
    int lane = threadIdx.x % 32;
    int from = 31 - __clz(heads & (~0u >> (31 - lane)));
    for (int d = 1; d < 32; d *= 2) {
        float w = __shfl_up_sync(~0u, v, d);
        if (lane - d >= from) v += w;
    }
    c[INDEX] = v;
}
const Variant scans[] = {
    {"two launches, float4",
     [](const Pool &p) {
         scan_part<<<2048, 512>>>((const float4 *)p.a, (float4 *)p.c, p.b);
         add_before<<<2048, 512>>>((float4 *)p.c, p.b);
     }},
    {"8 a thread through shared memory",
     [](const Pool &p) { scan_staged<256, 8><<<2048, 256>>>(p.a, p.c); }},
    {"a warp a row of 512",
     [](const Pool &p) { scan_rows<<<2048, 256>>>(p.a, p.c, 512); }},
    {"a column a thread, 256 rows",
     [](const Pool &p) { scan_columns<<<128, 256>>>(p.a, p.c, 256, 32768); }},
    {"9 a thread through shared memory",
     [](const Pool &p) { scan_staged<128, 9><<<4096, 128>>>(p.a, p.c); }},
    {"integers, blocks of 1024",
     [](const Pool &p) {
         scan_ints<<<4 * MI / 1024, 1024>>>((const int *)p.a, (int *)p.c);
     }},
    {"a thread alone, 4 float4 each",
     [](const Pool &p) {
         scan_own4<4><<<4096, 128>>>((const float4 *)p.a, (float4 *)p.c);
     }},
    {"kept ones, by ballots",
     [](const Pool &p) { compact<<<8 * MI / 256, 256>>>(p.a, p.c, p.index); }},
    {"segments in a warp",
     [](const Pool &p) { scan_segments<<<8 * MI / 256, 256>>>(p.a, p.c); }},
    {"a warp a row of 4096",
     [](const Pool &p) { scan_rows<<<512, 128>>>(p.a, p.c, 4096); }},
    {"a thread alone, 16 float4 each",
     [](const Pool &p) {
         scan_own4<16><<<1024, 128>>>((const float4 *)p.a, (float4 *)p.c);
     }},
    {"integers, blocks of 128",
     [](const Pool &p) {
         scan_ints<<<4 * MI / 128, 128>>>((const int *)p.a, (int *)p.c);
     }},
};
Family scan_family("scan", scans, 2);

} // namespace
