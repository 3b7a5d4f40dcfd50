// The most a GPU moves for one access class: read, write, copy, triad.
//
// One float4 per thread and access, a grid that covers the array once: on an
// H200 this beats a grid-stride loop for copies (4188 against 3974 GB/s). n is
// a multiple of 1024. The read class must consume what it loads: threads add
// up eight float4 and store only if the sum is a value that never occurs.
#include <cuda_runtime.h>

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
    if (sum == 123456789.0f) c[0] = sum;
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

static unsigned blocks(long long n4, int per_block) {
    return (unsigned)((n4 + per_block - 1) / per_block);
}

void ceiling_read(const float *a, const float *, float *c, long long n) {
    read_kernel<<<blocks(n / 4, 512 * 8), 512>>>((const float4 *)a, c, n / 4);
}

void ceiling_write(const float *, const float *, float *c, long long n) {
    write_kernel<<<blocks(n / 4, 512), 512>>>((float4 *)c, n / 4);
}

void ceiling_copy(const float *a, const float *, float *c, long long n) {
    copy_kernel<<<blocks(n / 4, 512), 512>>>((const float4 *)a, (float4 *)c,
                                             n / 4);
}

void ceiling_triad(const float *a, const float *b, float *c, long long n) {
    triad_kernel<<<blocks(n / 4, 512), 512>>>(
        (const float4 *)a, (const float4 *)b, (float4 *)c, n / 4);
}
