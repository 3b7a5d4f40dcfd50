// Another program: a kernel that does what `weigh` should do.
#include <cuda_runtime.h>

__global__ void scale(const int *in, const int *weight, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * weight[i] % 1000;
}

int main() {
    int *in;
    cudaMalloc(&in, 3 * 128 * sizeof(int));
    cudaMemset(in, 0, 3 * 128 * sizeof(int));
    scale<<<1, 128>>>(in, in + 128, in + 256, 128);
    cudaDeviceSynchronize();
    cudaFree(in);
    return 0;
}
