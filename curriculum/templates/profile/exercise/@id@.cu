// A program to profile. Leave it as it is.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void plain(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1;
}

__global__ void strided(float *out) {
    int i = threadIdx.x * gridDim.x + blockIdx.x;
    out[i] = 1;
}

int main(int argc, char **argv) {
    int blocks = argc > 1 ? atoi(argv[1]) : 100;
    float *out;
    if (cudaMalloc(&out, blocks * 256 * sizeof(float)) != cudaSuccess) return 1;
    plain<<<blocks, 256>>>(out);
    strided<<<blocks, 256>>>(out);
    cudaError_t err = cudaDeviceSynchronize();
    cudaFree(out);
    return err != cudaSuccess;
}
