// rejected by: gate fp64_ops (every element is added in double)
// says: The elements are added in double precision.
#include <cuda_runtime.h>

static __device__ double warp_sum(double s) {
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffffu, s, d);
    return s;
}

static __device__ double block_sum(double s) {
    __shared__ double part[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    s = warp_sum(s);
    if (lane == 0) part[warp] = s;
    __syncthreads();
    s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0;
    return warp == 0 ? warp_sum(s) : 0.0;
}

static __global__ void sums(const float *in, double *part, int n) {
    double s = 0;
    int stride = gridDim.x * blockDim.x;
    const float4 *in4 = (const float4 *)in;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += stride) {
        float4 v = in4[i];
        s += (double)v.x + (double)v.y + (double)v.z + (double)v.w;
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        s += (double)in[n / 4 * 4 + threadIdx.x];
    s = block_sum(s);
    if (threadIdx.x == 0) part[blockIdx.x] = s;
}

static __global__ void total(const double *part, double *out, int n) {
    double s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s += part[i];
    s = block_sum(s);
    if (threadIdx.x == 0) out[0] = s;
}

void sum(const float *in, double *out, int n) {
    enum { BLOCKS = 1056, THREADS = 256 };
    double *part;
    cudaMallocAsync(&part, BLOCKS * sizeof *part, 0);
    sums<<<BLOCKS, THREADS>>>(in, part, n);
    total<<<1, THREADS>>>(part, out, BLOCKS);
    cudaFreeAsync(part, 0);
}
