// The caller of cublas-call: three products in one stream, the last into c.
#include "kata_tests.h"

void blas_begin();
void product(bool ta, bool tb, int m, int n, int k, const float *a, int lda,
             const float *b, int ldb, float beta, float *c, int ldc,
             cudaStream_t stream);
void blas_end();

__device__ float sink;

// Keeps the stream busy: about 1 ms.
__global__ void busy(int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++)
        x = fmaf(x, 0.5f, 1);
    if (x == 12345) sink = x;
}
enum { A_MILLISECOND = 400000 };

void products(const float *a, const float *b, float *c, int *facts, int m,
              int n, int k, int ta, int tb, int pad, float beta);

// How many products cuBLAS was called for, by whichever of its functions.
static int library_products() {
    static const char *const names[] = {
        "cublasSgemm",         "cublasSgemmStridedBatched",
        "cublasSgemmBatched",  "cublasSgemmEx",
        "cublasGemmEx",        "cublasGemmStridedBatchedEx",
        "cublasGemmBatchedEx",
    };
    int sum = 0;
    for (const char *name : names)
        sum += kata_calls(name);
    return sum;
}

// Kernels that the program launched, or put into a graph; those of the library are
// not among them.
static int own_kernels() {
    static const char *const names[] = {
        "cudaLaunchKernel",       "cudaLaunchKernelExC", "cudaLaunchCooperativeKernel",
        "cudaGraphAddKernelNode", "cudaGraphAddNode",    "cuLaunchKernel",
        "cuLaunchKernelEx",       "cuGraphAddNode",      "cuLaunchCooperativeKernel",
        "cuGraphAddKernelNode",
    };
    int sum = 0;
    for (const char *name : names)
        sum += kata_calls(name);
    return sum;
}

// How much work a graph of the stream holds: recorded, and never run.
static size_t recorded(cudaStream_t s, cudaGraph_t *g) {
    size_t nodes = 0;
    if (cudaStreamEndCapture(s, g) != cudaSuccess || !*g) return 0;
    cudaGraphGetNodes(*g, nullptr, &nodes);
    cudaGraphDestroy(*g);
    return nodes;
}

void products(const float *a, const float *b, float *c, int *facts, int m,
              int n, int k, int ta, int tb, int pad, float beta) {
    int lda = max(1, ta ? m : k) + pad, ldb = max(1, tb ? k : n) + pad;
    int ldc = max(1, n) + pad;
    size_t abytes = (size_t)(ta ? k : m) * lda * sizeof(float);
    size_t bbytes = (size_t)(tb ? n : k) * ldb * sizeof(float);
    size_t cbytes = (size_t)m * ldc * sizeof(float);
    float *late_a, *late_b, *other;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&late_a, abytes + 4);
    cudaMalloc(&late_b, bbytes + 4);
    cudaMalloc(&other, cbytes + 4);
    cudaMemset(late_a, 0xff, abytes); // NaNs, until the stream comes to it
    cudaMemset(late_b, 0xff, bbytes);

    int made = kata_calls("cublasCreate"), gone = kata_calls("cublasDestroy");
    int products = library_products(), own = own_kernels();
    blas_begin();
    // The first product of a process loads code; nobody looks at its time.
    product(ta, tb, m, n, k, a, lda, b, ldb, 0, other, ldc, s);
    cudaDeviceSynchronize();

    busy<<<1, 32, 0, s>>>(A_MILLISECOND);
    cudaMemcpyAsync(late_a, a, abytes, cudaMemcpyDeviceToDevice, s);
    cudaMemcpyAsync(late_b, b, bbytes, cudaMemcpyDeviceToDevice, s);
    product(ta, tb, m, n, k, late_a, lda, late_b, ldb, 0, other, ldc, s);
    product(ta, tb, m, n, k, late_a, lda, late_b, ldb, beta, c, ldc, s);
    bool returned = cudaStreamQuery(s) == cudaErrorNotReady;
    cudaDeviceSynchronize();

    cudaGraph_t graph = nullptr;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    product(ta, tb, m, n, k, a, lda, b, ldb, 0, other, ldc, s);
    bool there = recorded(s, &graph) > 0 || m * n * k == 0;
    products = library_products() - products;
    own = own_kernels() - own - 1; // the one that keeps the stream busy
    made = kata_calls("cublasCreate") - made;
    blas_end();
    gone = kata_calls("cublasDestroy") - gone;
    cudaGetLastError(); // "not ready" is no error here

    facts[0] = returned;
    facts[1] = there || !returned;
    facts[2] = made <= 1;
    facts[3] = !kata_counts() || gone == 1;
    facts[4] = !kata_counts() || products >= 4 || m * n * k == 0;
    facts[5] = !kata_counts() || own == 0;
    cudaFree(late_a);
    cudaFree(late_b);
    cudaFree(other);
    cudaStreamDestroy(s);
}
