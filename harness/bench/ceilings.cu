// Measures the most that a GPU can do: the kernels of `kata calibrate`.
//
// Memory: one float4 per thread and access, a grid that covers the array once:
// on an H200 this beats a grid-stride loop for copies (4188 against 3974 GB/s).
// n is a multiple of 1024. Arithmetic: n threads with independent chains, so
// that neither latency nor memory limits them. A kernel stores its result only
// if it is a value that never occurs, so that the compiler cannot remove the
// computation.
#include <cuda_runtime.h>
#include <mma.h>

static const float never = 123456789.0f;

// ---- memory

__global__ void read_kernel(const float4 *__restrict__ a, float *c,
                            long long n4) {
    long long i = (long long)blockIdx.x * blockDim.x * 8 + threadIdx.x;
    float4 v[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
        long long at = i + (long long)k * blockDim.x;
        v[k] = at < n4 ? a[at] : make_float4(0, 0, 0, 0);
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum += v[k].x + v[k].y + v[k].z + v[k].w;
    if (sum == never) c[0] = sum;
}

__global__ void write_kernel(float4 *c, long long n4) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) c[i] = make_float4(1, 2, 3, 4);
}

__global__ void copy_kernel(const float4 *__restrict__ a, float4 *c,
                            long long n4) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) c[i] = a[i];
}

__global__ void triad_kernel(const float4 *__restrict__ a,
                             const float4 *__restrict__ b, float4 *c,
                             long long n4) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 x = a[i], y = b[i];
    c[i] = make_float4(x.x + 3 * y.x, x.y + 3 * y.y, x.z + 3 * y.z,
                       x.w + 3 * y.w);
}

// ---- arithmetic: eight chains of fused multiply-adds in a thread

template <typename T> __global__ void fma_kernel(float *c, int times) {
    T v[8], x = (T)1.0001, y = (T)(threadIdx.x * 1e-6);
    for (int k = 0; k < 8; k++)
        v[k] = (T)(k + 1);
    for (int i = 0; i < times; i++)
#pragma unroll
        for (int k = 0; k < 8; k++)
            v[k] = v[k] * x + y;
    T sum = 0;
    for (int k = 0; k < 8; k++)
        sum += v[k];
    if ((float)sum == never) c[0] = (float)sum;
}

// Four products in a warp at a time.
__global__ void mma_kernel(float *c, int times) {
#if __CUDA_ARCH__ >= 700
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4];
    wmma::fill_fragment(a, __float2half(0.5f));
    wmma::fill_fragment(b, __float2half(0.25f));
    for (int k = 0; k < 4; k++)
        wmma::fill_fragment(sum[k], (float)k);
    for (int i = 0; i < times; i++)
#pragma unroll
        for (int k = 0; k < 4; k++)
            wmma::mma_sync(sum[k], a, b, sum[k]);
    float all = sum[0].x[0] + sum[1].x[0] + sum[2].x[0] + sum[3].x[0];
    if (all == never) c[0] = all;
#endif
}

__global__ void empty_kernel() {}

// ---- one entry for all

static unsigned blocks(long long n, int per_block) {
    return (unsigned)((n + per_block - 1) / per_block);
}

enum What {
#define CEILING(id, ...) WHAT_##id,
#include "ceilings.def"
};

void ceiling(int what, float *a, float *b, float *c, long long n, int size) {
    long long n4 = n / 4;
    float4 *a4 = (float4 *)a, *b4 = (float4 *)b, *c4 = (float4 *)c;
    switch (what) {
    case WHAT_read: read_kernel<<<blocks(n4, 4096), 512>>>(a4, c, n4); break;
    case WHAT_write: write_kernel<<<blocks(n4, 512), 512>>>(c4, n4); break;
    case WHAT_copy: copy_kernel<<<blocks(n4, 512), 512>>>(a4, c4, n4); break;
    case WHAT_triad:
        triad_kernel<<<blocks(n4, 512), 512>>>(a4, b4, c4, n4);
        break;
    case WHAT_fma32:
        fma_kernel<float><<<blocks(n, 256), 256>>>(c, size);
        break;
    case WHAT_fma64:
        fma_kernel<double><<<blocks(n, 256), 256>>>(c, size);
        break;
    case WHAT_mma16: mma_kernel<<<blocks(n, 256), 256>>>(c, size); break;
    case WHAT_launch: empty_kernel<<<1, 1>>>(); break;
    }
}
