// A program to profile: four kernels over one array. Leave it as it is.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static const int COLS = 2048;
static const int THREADS = 256;
static const int STEPS = 256;

// Each element once, neighbouring threads on neighbouring elements.
__global__ void copy(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

// The same bytes, column by column.
__global__ void columns(const float *in, float *out, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * COLS) out[i] = in[(i % rows) * COLS + i / rows];
}

// Much arithmetic for each element.
__global__ void series(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], sum = 0;
    for (int k = 0; k < STEPS; k++)
        sum = fmaf(sum, x, 0.5f);
    out[i] = sum;
}

// Four times as many steps as the thread's lane says.
__global__ void ragged(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i];
    for (int k = 0; k < 4 * (threadIdx.x % 32); k++)
        x = fmaf(x, 0.5f, 1.0f);
    out[i] = x;
}

int main(int argc, char **argv) {
    int rows = 64 * (argc > 1 ? atoi(argv[1]) : 80);
    int n = rows * COLS, blocks = n / THREADS;
    float *in, *out;
    if (cudaMalloc(&in, n * sizeof(float)) != cudaSuccess ||
        cudaMalloc(&out, n * sizeof(float)) != cudaSuccess) {
        fprintf(stderr, "not enough memory\n");
        return 1;
    }
    cudaMemset(in, 0, n * sizeof(float));
    copy<<<blocks, THREADS>>>(in, out, n);
    columns<<<blocks, THREADS>>>(in, out, rows);
    series<<<blocks, THREADS>>>(in, out, n);
    ragged<<<blocks, THREADS>>>(in, out, n);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(err));
    cudaFree(in);
    cudaFree(out);
    return err != cudaSuccess;
}
