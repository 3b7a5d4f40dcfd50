// cuBLAS over several GPUs: each takes some columns of C, by copies and the
// ordinary product.
#include "libs/blas.h"

#include "base/heap.h"

#include <cublasXt.h>

// Of the CUDA runtime, which this library is linked with.
int cudaGetDevice(int *device);
int cudaSetDevice(int device);
int cudaGetDeviceCount(int *n);
int cudaMalloc(void **p, size_t bytes);
int cudaFree(void *p);

#define WANT(ok, or)                                                           \
    if (!(ok)) return CUBLAS_STATUS_## or

enum { XT_DEVICES = 32 };

struct cublasXtContext {
    int n, devices[XT_DEVICES], block;
};

cublasStatus_t cublasXtCreate(cublasXtHandle_t *h) {
    WANT(h, INVALID_VALUE);
    WANT(cudaFree(NULL) == 0, NOT_INITIALIZED);
    *h = heap_new(1, sizeof **h);
    (*h)->block = 2048;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDestroy(cublasXtHandle_t h) {
    WANT(h, NOT_INITIALIZED);
    heap_free(h);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t h, int n, int devices[]) {
    int there = 0;
    WANT(h, NOT_INITIALIZED);
    WANT(n >= 1 && n <= XT_DEVICES && devices, INVALID_VALUE);
    cudaGetDeviceCount(&there);
    for (int i = 0; i < n; i++) {
        WANT(devices[i] >= 0 && devices[i] < there, INVALID_VALUE);
        h->devices[i] = devices[i];
    }
    h->n = n;
    return CUBLAS_STATUS_SUCCESS;
}
// The size of tiles: here a GPU has one.
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t h, int dim) {
    WANT(h, NOT_INITIALIZED);
    WANT(dim > 0, INVALID_VALUE);
    h->block = dim;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t h, int *dim) {
    WANT(h && dim, NOT_INITIALIZED);
    *dim = h->block;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t h,
                                         cublasXtPinnedMemMode_t mode) {
    (void)mode;
    WANT(h, NOT_INITIALIZED);
    return CUBLAS_STATUS_SUCCESS;
}

// ---- the product

typedef struct Host {
    int rows, cols, ld, size;
    const void *at;
} Host;

// A copy on the current device, or NULL.
static void *upload(const Host *m) {
    void *p = NULL;
    size_t bytes = (size_t)m->rows * (size_t)m->cols * (size_t)m->size;
    if (cudaMalloc(&p, max_of(bytes, (size_t)1)) != 0) return NULL;
    if (cublasSetMatrix(m->rows, m->cols, m->size, m->at, m->ld, p,
                        max_of(m->rows, 1)) == CUBLAS_STATUS_SUCCESS)
        return p;
    cudaFree(p);
    return NULL;
}

typedef struct Part {
    cublasOperation_t ta, tb;
    int m, n, k, size;
    const void *alpha, *beta;
    Host a, b, c;
} Part;

static cublasStatus_t part_on_device(const Part *p) {
    cublasHandle_t h = NULL;
    cublasStatus_t s = cublasCreate_v2(&h);
    void *a = upload(&p->a), *b = upload(&p->b), *c = upload(&p->c);
    int lda = max_of(p->a.rows, 1), ldb = max_of(p->b.rows, 1);
    int ldc = max_of(p->c.rows, 1);
    if (s == CUBLAS_STATUS_SUCCESS && (!a || !b || !c))
        s = CUBLAS_STATUS_ALLOC_FAILED;
    if (s == CUBLAS_STATUS_SUCCESS && p->size == 8)
        s = cublasDgemm_v2(h, p->ta, p->tb, p->m, p->n, p->k, p->alpha, a, lda,
                           b, ldb, p->beta, c, ldc);
    else if (s == CUBLAS_STATUS_SUCCESS)
        s = cublasSgemm_v2(h, p->ta, p->tb, p->m, p->n, p->k, p->alpha, a, lda,
                           b, ldb, p->beta, c, ldc);
    if (s == CUBLAS_STATUS_SUCCESS)
        s = cublasGetMatrix(p->m, p->n, p->size, c, ldc, (void *)p->c.at,
                            p->c.ld);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    if (h) cublasDestroy_v2(h);
    return s;
}

// Columns [from, from + n) of the whole.
static Part columns_of(const Part *whole, int from, int n) {
    Part p = *whole;
    bool t = p.tb != CUBLAS_OP_N;
    size_t skip = (size_t)from * (t ? 1 : (size_t)p.b.ld);
    p.n = n;
    p.b.at = (const char *)p.b.at + skip * (size_t)p.size;
    *(t ? &p.b.rows : &p.b.cols) = n;
    p.c.at =
        (const char *)p.c.at + (size_t)from * (size_t)p.c.ld * (size_t)p.size;
    p.c.cols = n;
    return p;
}

static cublasStatus_t over_devices(cublasXtHandle_t h, const Part *whole) {
    int was = 0, from = 0;
    cublasStatus_t s = CUBLAS_STATUS_SUCCESS;
    cudaGetDevice(&was);
    for (int i = 0; i < h->n && s == CUBLAS_STATUS_SUCCESS; i++) {
        int n = whole->n / h->n + (i < whole->n % h->n);
        Part p = columns_of(whole, from, n);
        cudaSetDevice(h->devices[i]);
        if (n > 0) s = part_on_device(&p);
        from += n;
    }
    cudaSetDevice(was);
    return s;
}

#define XT_GEMM(L, T)                                                          \
    cublasStatus_t cublasXt##L##gemm(                                          \
        cublasXtHandle_t h, KATA_OPS, size_t m, size_t n, size_t k,            \
        const T *alpha, const T *A, size_t lda, const T *B, size_t ldb,        \
        const T *beta, T *C, size_t ldc) {                                     \
        WANT(h && h->n > 0, NOT_INITIALIZED);                                  \
        bool ta = transa != CUBLAS_OP_N, tb = transb != CUBLAS_OP_N;           \
        WANT(alpha &&A &&B &&beta &&C && (m | n | k) <= INT32_MAX &&           \
                 lda >= (ta ? k : m) && ldb >= (tb ? n : k) && ldc >= m,       \
             INVALID_VALUE);                                                   \
        Part p = {.ta = transa,                                                \
                  .tb = transb,                                                \
                  .m = (int)m,                                                 \
                  .n = (int)n,                                                 \
                  .k = (int)k,                                                 \
                  .size = sizeof(T),                                           \
                  .alpha = alpha,                                              \
                  .beta = beta};                                               \
        p.a =                                                                  \
            (Host){(int)(ta ? k : m), (int)(ta ? m : k), (int)lda, p.size, A}; \
        p.b =                                                                  \
            (Host){(int)(tb ? n : k), (int)(tb ? k : n), (int)ldb, p.size, B}; \
        p.c = (Host){(int)m, (int)n, (int)ldc, p.size, C};                     \
        return over_devices(h, &p);                                            \
    }
XT_GEMM(S, float)
XT_GEMM(D, double)
