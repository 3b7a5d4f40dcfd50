// A report on the work of NVIDIA's libraries has the line of the program that
// called them.
// FLAGS -lcublas
#include "bug.h"

#include <cublas_v2.h>

static const int n = 1000;
static float host[n];

__global__ void twice(float *p) {
    if (threadIdx.x < 32) p[threadIdx.x] *= 2;
}

static void set(int room) {
    float *p;
    cudaMalloc(&p, room * sizeof *p);
    cublasSetVector(n, sizeof *p, host, 1, p, 1); // BUG set-too-many: copy-size
    cudaDeviceSynchronize();
    cudaFree(p);
}
// FINE set-as-many

static void get(int columns) {
    float *p;
    cudaMalloc(&p, 500 * sizeof *p);
    cublasSetMatrix(10, 50, sizeof *p, host, 10, p, 10);
    cublasGetMatrix(10, columns, sizeof *p, p, 10, host, 10); // BUG get-too-many: copy-size
    cudaFree(p);
}
// FINE get-as-many

// As cudaMemcpy from pageable memory, cublasSetVector and cublasSetMatrix come
// back before the bytes are there: on an H200 (cuBLAS 13.1, driver 580.159.04) a
// kernel in another stream read old ones after 39 to 74 of 200 copies of 256 KiB
// and 194 to 200 of those of 512 KiB to 16 MiB.
static void then_elsewhere(bool library) {
    float *p;
    cudaStream_t s;
    cudaMalloc(&p, n * sizeof *p);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    if (library)
        cublasSetVector(n, sizeof *p, host, 1, p, 1); // BUG elsewhere-after-set: stream-race
    else
        cudaMemcpy(p, host, n * sizeof *p, cudaMemcpyHostToDevice); // BUG elsewhere-after-copy: stream-race
    twice<<<1, 32, 0, s>>>(p); // BUG elsewhere-after-copy: stream-race, BUG elsewhere-after-set: stream-race
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    cudaFree(p);
}

static void product(bool filled) {
    const float one = 1, zero = 0;
    float *a, *c;
    cublasHandle_t h;
    cublasCreate(&h);
    cudaMalloc(&a, 256 * sizeof *a);
    cudaMalloc(&c, 256 * sizeof *c);
    if (filled) cudaMemset(a, 0, 256 * sizeof *a);
    cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, 16, 16, 16, &one, a, 16, a, 16, &zero, c, 16); // BUG product-of-nothing: uninitialised-global
    cudaFree(a), cudaFree(c);
    cublasDestroy(h);
}
// FINE product-of-something

static const Bug bugs[] = {
    {"set-too-many", [] { set(500); }},
    {"set-as-many", [] { set(n); }},
    {"get-too-many", [] { get(51); }},
    {"get-as-many", [] { get(50); }},
    {"product-of-nothing", [] { product(false); }},
    {"product-of-something", [] { product(true); }},
    {"elsewhere-after-set", [] { then_elsewhere(true); }},
    {"elsewhere-after-copy", [] { then_elsewhere(false); }},
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
