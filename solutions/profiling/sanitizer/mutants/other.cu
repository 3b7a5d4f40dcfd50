// The same program after two of its mistakes were fixed.
#include <cuda_runtime.h>

__global__ void spread(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) out[i] = in[0];
}

int main() {
    float *a, *c;
    cudaMalloc(&a, 4);
    cudaMalloc(&c, 400);
    cudaMemset(a, 0, 4);
    spread<<<1, 128>>>(a, c, 100);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(c);
    return 0;
}
