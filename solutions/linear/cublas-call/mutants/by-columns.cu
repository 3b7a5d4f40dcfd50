// rejected by: gate launches (copies every matrix into the other order)
#include <cublas_v2.h>

static cublasHandle_t handle;

void blas_begin() {
    cublasCreate(&handle);
}

// out, by columns, is in, by rows.
static void turn(int rows, int cols, const float *in, int ld, float *out) {
    const float one = 1, zero = 0;
    cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_T, rows, cols, &one, in, ld,
                &zero, in, ld, out, rows);
}

void product(bool ta, bool tb, int m, int n, int k, const float *a, int lda,
             const float *b, int ldb, float beta, float *c, int ldc,
             cudaStream_t stream) {
    const float one = 1, zero = 0;
    if (m == 0 || n == 0) return;
    float *ca, *cb, *cc;
    cublasSetStream(handle, stream);
    cudaMallocAsync(&ca, (size_t)m * k * 4 + 4, stream);
    cudaMallocAsync(&cb, (size_t)k * n * 4 + 4, stream);
    cudaMallocAsync(&cc, (size_t)m * n * 4, stream);
    if (k > 0) {
        turn(ta ? k : m, ta ? m : k, a, lda, ca);
        turn(tb ? n : k, tb ? k : n, b, ldb, cb);
    }
    if (beta != 0) turn(m, n, c, ldc, cc);
    cublasSgemm(handle, ta ? CUBLAS_OP_T : CUBLAS_OP_N,
                tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &one, ca,
                max(1, ta ? k : m), cb, max(1, tb ? n : k), &beta, cc, m);
    cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_T, n, m, &one, cc, m, &zero, cc,
                m, c, ldc);
    cudaFreeAsync(ca, stream);
    cudaFreeAsync(cb, stream);
    cudaFreeAsync(cc, stream);
}

void blas_end() {
    cublasDestroy(handle);
}
