// cuBLAS: handles, their modes, names of results, copies of vectors and
// matrices between host and device.
#include "libs/blas.h"

#include "base/heap.h"

// Of the CUDA runtime, which this library is linked with.
int cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                 size_t width, size_t height, int kind);
int cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                      size_t from_pitch, size_t width, size_t height, int kind,
                      struct SimStream *s);
int cudaDeviceSynchronize(void);
int cudaFree(void *p);
int cudaRuntimeGetVersion(int *version);
enum { TO_DEVICE = 1, TO_HOST = 2 };

#define NEED(h)                                                                \
    if (!(h)) return CUBLAS_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUBLAS_STATUS_INVALID_VALUE

cublasStatus_t cublasCreate_v2(cublasHandle_t *h) {
    sim_work_called("cublasCreate");
    WANT(h);
    // As the real one it needs a device that lives.
    if (cudaFree(NULL) != 0) return CUBLAS_STATUS_NOT_INITIALIZED;
    *h = heap_new(1, sizeof **h);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t h) {
    sim_work_called("cublasDestroy");
    NEED(h);
    cudaDeviceSynchronize(); // as documented
    heap_free(h);
    return CUBLAS_STATUS_SUCCESS;
}

// The cuBLAS of CUDA 13.0.
cublasStatus_t cublasGetVersion_v2(cublasHandle_t h, int *version) {
    (void)h;
    WANT(version);
    *version = 130002;
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) {
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return (size_t)version;
}

// ---- settings

#define SETTING(Set, Get, T, field, valid)                                     \
    cublasStatus_t Set(cublasHandle_t h, T v) {                                \
        NEED(h);                                                               \
        WANT(valid);                                                           \
        h->field = v;                                                          \
        return CUBLAS_STATUS_SUCCESS;                                          \
    }                                                                          \
    cublasStatus_t Get(cublasHandle_t h, T *v) {                               \
        NEED(h);                                                               \
        WANT(v);                                                               \
        *v = h->field;                                                         \
        return CUBLAS_STATUS_SUCCESS;                                          \
    }

SETTING(cublasSetStream_v2, cublasGetStream_v2, cudaStream_t, stream, true)
SETTING(cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasPointerMode_t,
        pointers,
        v == CUBLAS_POINTER_MODE_HOST || v == CUBLAS_POINTER_MODE_DEVICE)
SETTING(cublasSetMathMode, cublasGetMathMode, cublasMath_t, math,
        ((unsigned)v & ~16u) <= 4)
SETTING(cublasSetAtomicsMode, cublasGetAtomicsMode, cublasAtomicsMode_t,
        atomics, v == CUBLAS_ATOMICS_NOT_ALLOWED || v == CUBLAS_ATOMICS_ALLOWED)
SETTING(cublasSetSmCountTarget, cublasGetSmCountTarget, int, sms, v >= 0)

// Nothing here needs one.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t h, void *p, size_t bytes) {
    NEED(h);
    WANT(((uintptr_t)p & 255) == 0);
    (void)bytes;
    return CUBLAS_STATUS_SUCCESS;
}

// ---- results

static const struct {
    cublasStatus_t status;
    const char *name, *text;
} results[] = {
#define RESULT(id, text)                                                       \
    { CUBLAS_STATUS_##id, "CUBLAS_STATUS_" #id, text }
    RESULT(SUCCESS, "the call succeeded"),
    RESULT(NOT_INITIALIZED, "the handle was not made by cublasCreate"),
    RESULT(ALLOC_FAILED, "memory for the library ran out"),
    RESULT(INVALID_VALUE, "a parameter has a value that it may not have"),
    RESULT(ARCH_MISMATCH, "this GPU cannot do it"),
    RESULT(MAPPING_ERROR, "GPU memory could not be reached"),
    RESULT(EXECUTION_FAILED, "a kernel of the library failed"),
    RESULT(INTERNAL_ERROR, "the library itself failed"),
    RESULT(NOT_SUPPORTED, "this combination of parameters is not supported"),
    RESULT(LICENSE_ERROR, "a licence is missing"),
#undef RESULT
};

const char *cublasGetStatusName(cublasStatus_t s) {
    for (size_t i = 0; i < COUNT_OF(results); i++)
        if (results[i].status == s) return results[i].name;
    return "unknown status";
}

const char *cublasGetStatusString(cublasStatus_t s) {
    for (size_t i = 0; i < COUNT_OF(results); i++)
        if (results[i].status == s) return results[i].text;
    return "unknown status";
}

// ---- copies

typedef struct Copy {
    int64_t rows, cols, element, from_ld, to_ld;
    const void *from;
    void *to;
} Copy;

static int copy_boxes(const Copy *c, int kind, bool async,
                      struct SimStream *s) {
    size_t to = (size_t)(c->to_ld * c->element);
    size_t from = (size_t)(c->from_ld * c->element);
    size_t width = (size_t)(c->rows * c->element), height = (size_t)c->cols;
    if (async)
        return cudaMemcpy2DAsync(c->to, to, c->from, from, width, height, kind,
                                 s);
    return cudaMemcpy2D(c->to, to, c->from, from, width, height, kind);
}

static cublasStatus_t copy(const void *caller, const Copy *c, int kind,
                           bool async, struct SimStream *s) {
    WANT(c->rows >= 0 && c->cols >= 0 && c->element > 0 &&
         c->from_ld >= c->rows && c->to_ld >= c->rows && c->from_ld > 0 &&
         c->to_ld > 0);
    if (c->rows == 0 || c->cols == 0) return CUBLAS_STATUS_SUCCESS;
    sim_work_hold(caller);
    int e = copy_boxes(c, kind, async, s);
    sim_work_hold(NULL);
    return e == 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// A vector of step 1 is a matrix of one column, any other one of n columns.
static Copy vector_of(KATA_VECTORS) {
    if (from_step == 1 && to_step == 1)
        return (Copy){
            n, min_of(n, 1), element, max_of(n, 1), max_of(n, 1), from, to};
    return (Copy){1, n, element, from_step, to_step, from, to};
}

static Copy matrix_of(KATA_MATRICES) {
    return (Copy){rows, cols, element, from_ld, to_ld, from, to};
}

#define CALLER __builtin_return_address(0)
#define COPIES(dir, kind)                                                      \
    cublasStatus_t cublas##dir##Vector(KATA_VECTORS) {                         \
        Copy c = vector_of(n, element, from, from_step, to, to_step);          \
        return copy(CALLER, &c, kind, false, NULL);                            \
    }                                                                          \
    cublasStatus_t cublas##dir##VectorAsync(KATA_VECTORS, cudaStream_t s) {    \
        Copy c = vector_of(n, element, from, from_step, to, to_step);          \
        return copy(CALLER, &c, kind, true, s);                                \
    }                                                                          \
    cublasStatus_t cublas##dir##Matrix(KATA_MATRICES) {                        \
        Copy c = matrix_of(rows, cols, element, from, from_ld, to, to_ld);     \
        return copy(CALLER, &c, kind, false, NULL);                            \
    }                                                                          \
    cublasStatus_t cublas##dir##MatrixAsync(KATA_MATRICES, cudaStream_t s) {   \
        Copy c = matrix_of(rows, cols, element, from, from_ld, to, to_ld);     \
        return copy(CALLER, &c, kind, true, s);                                \
    }

COPIES(Set, TO_DEVICE)
COPIES(Get, TO_HOST)
