// Finding CBLAS, and what stands in for it.
//
// Programs are linked without it: a learner needs no BLAS. A BLAS of the
// machine, if it has one, computes large products some ten times faster than
// the loops here.
#include "libs/cpublas.h"

#include "base/heap.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// CBLAS's own numbers.
enum { BY_COLUMNS = 102, AS_IS = 111, TRANSPOSED = 112 };

typedef void Sgemm(int order, int ta, int tb, int m, int n, int k, float alpha,
                   const float *a, int lda, const float *b, int ldb, float beta,
                   float *c, int ldc);
typedef void Dgemm(int order, int ta, int tb, int m, int n, int k, double alpha,
                   const double *a, int lda, const double *b, int ldb,
                   double beta, double *c, int ldc);

static Sgemm *found_sgemm;
static Dgemm *found_dgemm;

static bool blas_load(const char *name) {
    void *h = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!h) return false;
    void *s = dlsym(h, "cblas_sgemm"), *d = dlsym(h, "cblas_dgemm");
    if (!s || !d) return false;
    found_sgemm = (Sgemm *)s;
    found_dgemm = (Dgemm *)d;
    return true;
}

// OpenBLAS starts its threads as it is loaded, by this variable.
static void blas_find(void) {
    static const char threads[] = "OPENBLAS_NUM_THREADS";
    static const char *const names[] = {"libopenblas.so.0", "libcblas.so.3",
                                        "libblas.so.3"};
    const char *given = getenv("KATASIM_BLAS");
    const char *had = getenv(threads);
    char *before = had ? strdup(had) : NULL;

    setenv(threads, "1", 1);
    if (given && strcmp(given, "none") != 0) blas_load(given);
    for (size_t i = 0; !given && i < COUNT_OF(names); i++)
        if (blas_load(names[i])) break;
    if (before)
        setenv(threads, before, 1);
    else
        unsetenv(threads);
    free(before);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

// ---- loops of our own
//
// op(A) is laid out by columns, in strips of STRIP rows, op(B) by columns: the
// innermost loop runs down a strip for four columns of C at once, and becomes
// vector code.
enum { STRIP = 64, COLUMNS = 4 };

#define OWN_GEMM(name, T)                                                      \
    static T *name##_plain(bool t, int rows, int cols, const T *x, int ld) {   \
        T *out = heap_new((size_t)rows * (size_t)cols + 1, sizeof(T));         \
        for (int j = 0; j < cols; j++)                                         \
            for (int i = 0; i < rows; i++)                                     \
                out[(size_t)j * rows + i] =                                    \
                    t ? x[(size_t)i * ld + j] : x[(size_t)j * ld + i];         \
        return out;                                                            \
    }                                                                          \
                                                                               \
    static void name##_strip(int rows, int k, const T *a, int lda, const T *b, \
                             T sum[STRIP]) {                                   \
        memset(sum, 0, STRIP * sizeof(T));                                     \
        for (int p = 0; p < k; p++) {                                          \
            const T *col = a + (size_t)p * lda, by = b[p];                     \
            for (int i = 0; i < rows; i++)                                     \
                sum[i] += col[i] * by;                                         \
        }                                                                      \
    }                                                                          \
                                                                               \
    static void name(bool ta, bool tb, int m, int n, int k, T alpha,           \
                     const T *a, int lda, const T *b, int ldb, T beta, T *c,   \
                     int ldc) {                                                \
        bool none = alpha == 0 || k == 0;                                      \
        T *pa = none ? NULL : name##_plain(ta, m, k, a, lda);                  \
        T *pb = none ? NULL : name##_plain(tb, k, n, b, ldb);                  \
        for (int i0 = 0; i0 < m; i0 += STRIP)                                  \
            for (int j = 0; j < n; j++) {                                      \
                int rows = min_of(m - i0, (int)STRIP);                         \
                T sum[STRIP] = {0}, *to = c + (size_t)j * ldc + i0;            \
                if (!none)                                                     \
                    name##_strip(rows, k, pa + i0, m, pb + (size_t)j * k,      \
                                 sum);                                         \
                for (int i = 0; i < rows; i++)                                 \
                    to[i] = alpha * sum[i] + (beta == 0 ? 0 : beta * to[i]);   \
            }                                                                  \
        heap_free(pa);                                                         \
        heap_free(pb);                                                         \
    }

OWN_GEMM(own_sgemm, float)
OWN_GEMM(own_dgemm, double)

// ---- either

void cpu_sgemm(bool ta, bool tb, int m, int n, int k, float alpha,
               const float *a, int lda, const float *b, int ldb, float beta,
               float *c, int ldc) {
    pthread_once(&once, blas_find);
    if (m == 0 || n == 0) return;
    if (found_sgemm && k > 0 && alpha != 0)
        found_sgemm(BY_COLUMNS, ta ? TRANSPOSED : AS_IS,
                    tb ? TRANSPOSED : AS_IS, m, n, k, alpha, a, lda, b, ldb,
                    beta, c, ldc);
    else
        own_sgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void cpu_dgemm(bool ta, bool tb, int m, int n, int k, double alpha,
               const double *a, int lda, const double *b, int ldb, double beta,
               double *c, int ldc) {
    pthread_once(&once, blas_find);
    if (m == 0 || n == 0) return;
    if (found_dgemm && k > 0 && alpha != 0)
        found_dgemm(BY_COLUMNS, ta ? TRANSPOSED : AS_IS,
                    tb ? TRANSPOSED : AS_IS, m, n, k, alpha, a, lda, b, ldb,
                    beta, c, ldc);
    else
        own_dgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
