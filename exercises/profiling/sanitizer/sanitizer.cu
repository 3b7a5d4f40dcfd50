// A program with three mistakes, one in each kernel. Leave it as it is: find
// them with a tool.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static const int THREADS = 128;

// Reverses each block of the array.
__global__ void reverse(float *data) {
    __shared__ float s[THREADS];
    int t = threadIdx.x, first = blockIdx.x * THREADS;
    s[t] = data[first + t];
    data[first + t] = s[THREADS - 1 - t];
}

// out = a + b
__global__ void add(const float *a, const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + b[i];
}

// out[i] = in[0]
__global__ void spread(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = in[0];
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int blocks = (n + THREADS - 1) / THREADS;
    size_t whole = blocks * THREADS * sizeof(float);
    float *a, *b, *c;
    if (cudaMalloc(&a, whole) != cudaSuccess ||
        cudaMalloc(&b, whole) != cudaSuccess ||
        cudaMalloc(&c, n * sizeof(float)) != cudaSuccess) {
        fprintf(stderr, "not enough memory\n");
        return 1;
    }
    cudaMemset(a, 0, whole);
    cudaMemset(b, 0, (n - 1) * sizeof(float));
    reverse<<<blocks, THREADS>>>(a);
    add<<<blocks, THREADS>>>(a, b, a, n);
    spread<<<blocks, THREADS>>>(a, c, n);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return 0;
}
