// A program to profile: the same work, piece by piece, in three ways. Each way
// copies a piece to the GPU, works on it, and copies it back. Leave it as it is.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static const int THREADS = 256;
static const int STREAMS = 2;
static const int TERMS = 900;

__device__ float work(float x) {
    float sum = 0;
    for (int k = 0; k < TERMS; k++)
        sum = fmaf(sum, x, 0.5f);
    return sum;
}

// One kernel for each way, so that the timeline tells them apart.
__global__ void first(float *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = work(data[i]);
}

__global__ void second(float *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = work(data[i]);
}

__global__ void third(float *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = work(data[i]);
}

typedef void (*Kernel)(float *, int);

// Piece p in stream p % STREAMS, or all of them in the default stream (NULL).
static void run(Kernel kernel, const float *in, float *out, float **piece,
                int pieces, int n, const cudaStream_t *stream) {
    size_t bytes = n * sizeof(float);
    for (int p = 0; p < pieces; p++) {
        cudaStream_t s = stream ? stream[p % STREAMS] : 0;
        float *data = piece[p % STREAMS];
        cudaMemcpyAsync(data, in + (size_t)p * n, bytes,
                        cudaMemcpyHostToDevice, s);
        kernel<<<n / THREADS, THREADS, 0, s>>>(data, n);
        cudaMemcpyAsync(out + (size_t)p * n, data, bytes,
                        cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
}

int main(int argc, char **argv) {
    int pieces = argc > 1 ? atoi(argv[1]) : 6;
    int n = 1024 * (argc > 2 ? atoi(argv[2]) : 256);
    size_t bytes = (size_t)pieces * n * sizeof(float);
    float *in = (float *)calloc(pieces, n * sizeof(float));
    float *out = (float *)calloc(pieces, n * sizeof(float));
    float *pinned_in, *pinned_out, *piece[STREAMS];
    cudaStream_t stream[STREAMS];
    bool ok = cudaMallocHost(&pinned_in, bytes) == cudaSuccess &&
              cudaMallocHost(&pinned_out, bytes) == cudaSuccess;
    for (int s = 0; s < STREAMS; s++)
        ok = ok && cudaMalloc(&piece[s], n * sizeof(float)) == cudaSuccess &&
             cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking) ==
                 cudaSuccess;
    if (!ok || !in || !out) {
        fprintf(stderr, "not enough memory\n");
        return 1;
    }
    for (size_t i = 0; i < bytes / sizeof(float); i++)
        pinned_in[i] = 0;
    run(first, pinned_in, pinned_out, piece, pieces, n, NULL);
    run(second, in, out, piece, pieces, n, stream);
    run(third, pinned_in, pinned_out, piece, pieces, n, stream);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(err));
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamDestroy(stream[s]);
        cudaFree(piece[s]);
    }
    cudaFreeHost(pinned_in);
    cudaFreeHost(pinned_out);
    free(in);
    free(out);
    return err != cudaSuccess;
}
