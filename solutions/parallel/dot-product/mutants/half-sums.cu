// rejected by: pattern low-precision | case (adds up in half precision)
// says: The sum is kept in half precision, which has only 11 bits. Products and sums must be floats.
#include <cuda_fp16.h>

__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    __shared__ float part[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    float s = 0.0f;
    half h = 0;
    for (int i = t; i < n; i += all)
        h = h + __float2half(a[i] * b[i]);
    s = __half2float(h);
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0) part[warp] = s;
    __syncthreads();
    if (warp > 0) return;
    s = lane < 8 ? part[lane] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0) atomicAdd(out, s);
}

void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    dot_kernel<<<264, 256>>>(a, b, out, n);
}
