// A program to profile: a signal is copied to the GPU, smoothed in many steps,
// scaled, and copied back. Leave it as it is.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static const int THREADS = 256;
static const int TERMS = 400;

// One step: the mean of three neighbours.
__global__ void smooth(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

// Once, at the end; the longest of all launches.
__global__ void window(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], sum = 0;
    for (int k = 0; k < TERMS; k++)
        sum = fmaf(sum, x, 0.5f);
    out[i] = sum;
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 20;
    int n = 1024 * (argc > 2 ? atoi(argv[2]) : 256);
    size_t bytes = n * sizeof(float);
    float *host = (float *)calloc(n, sizeof(float)), *a, *b;
    if (cudaMalloc(&a, bytes) != cudaSuccess ||
        cudaMalloc(&b, bytes) != cudaSuccess) {
        fprintf(stderr, "not enough memory\n");
        return 1;
    }
    cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, bytes);
    for (int i = 0; i < steps; i++) {
        smooth<<<n / THREADS, THREADS>>>(i % 2 ? b : a, i % 2 ? a : b, n);
        // After half of the steps, to show how far it is.
        if (i == steps / 2)
            cudaMemcpy(host, b, sizeof(float), cudaMemcpyDeviceToHost);
    }
    window<<<n / THREADS, THREADS>>>(a, b, n);
    cudaMemcpy(host, b, bytes, cudaMemcpyDeviceToHost);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(err));
    cudaFree(a);
    cudaFree(b);
    free(host);
    return err != cudaSuccess;
}
