// rejected by: case n=256 (adds in half precision)
// says: The numbers are added in half precision, which keeps only 11 bits. Keep the tile and the sum in float.
#include <cuda_fp16.h>

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ __half tile[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 256 + tid;
    tile[tid] = __float2half(i < n ? in[i] : 0.0f);
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (tid < s) tile[tid] = __hadd(tile[tid], tile[tid + s]);
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = __half2float(tile[0]);
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
