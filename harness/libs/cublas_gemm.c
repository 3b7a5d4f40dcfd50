// cuBLAS: matrix products of every type, single, strided and by pointers.
//
// All entry points fill one Gemm. The work multiplies in float or in double:
//
//     A, B as stored --widen, round as the compute type says--> float | double
//     C' = op(A) op(B), on the CPU (cpublas.h)
//     C  = alpha C' + beta C, rounded once to C's type
//
// Halves are multiplied exactly and summed in float, as tensor cores do; int8
// sums are exact in double and wrap in int32.
#include "libs/gemm.h"

#include "base/heap.h"
#include "libs/cpublas.h"
#include "sim/half.h"

#include <math.h>
#include <string.h>

// ---- operands

// 10 bits of mantissa, ties away from zero.
static float tf32_of(float f) {
    HalfBits x = {.f = f};
    if ((x.u & 0x7f800000) != 0x7f800000) x.u = (x.u + 0x1000) & ~0x1fffu;
    return x.f;
}

static float rounded(float f, Rounding r) {
    switch (r) {
    case AS_STORED: break;
    case TO_TF32: return tf32_of(f);
    case TO_F16: return float_of_half(half_of_float(f));
    case TO_BF16: return float_of_bf16(bf16_of_float(f));
    }
    return f;
}

// A column as floats. The types' loops are apart so that they are vector code.
static void widen_floats(float *to, const void *from, cudaDataType t, int n,
                         Rounding r) {
    const uint16_t *h = from;
    const int8_t *s = from;
    const float *f = from;
    switch ((int)t) {
    case R_16F:
        for (int i = 0; i < n; i++)
            to[i] = float_of_half(h[i]);
        break;
    case R_16BF:
        for (int i = 0; i < n; i++)
            to[i] = float_of_bf16(h[i]);
        break;
    case R_8I:
        for (int i = 0; i < n; i++)
            to[i] = s[i];
        break;
    case R_E4M3:
    case R_E5M2:
        for (int i = 0; i < n; i++)
            to[i] = (float)blas_get(t, s + i);
        break;
    default:
        for (int i = 0; i < n; i++)
            to[i] = rounded(f[i], r);
    }
}

static void widen_doubles(double *to, const void *from, cudaDataType t, int n) {
    size_t size = blas_size(t);
    for (int i = 0; i < n; i++)
        to[i] = blas_get(t, (const char *)from + (size_t)i * size);
}

// An operand ready to multiply: its own bytes, or a widened copy.
typedef struct Operand {
    const void *p;
    int ld;
    void *copy; // to free, or NULL
} Operand;

static Operand gemm_operand(const Gemm *g, const void *p, cudaDataType t,
                            int rows, int cols, int ld) {
    bool ready = g->in_double ? (int)t == R_64F
                              : (int)t == R_32F && g->rounding == AS_STORED;
    if (ready || !p) return (Operand){p, ld, NULL};
    size_t wide = g->in_double ? sizeof(double) : sizeof(float);
    Operand o = {.ld = max_of(rows, 1)};
    o.copy = heap_new((size_t)o.ld * (size_t)cols + 1, wide);
    o.p = o.copy;
    for (int j = 0; j < cols; j++) {
        const char *from = (const char *)p + (size_t)j * ld * blas_size(t);
        char *to = (char *)o.copy + (size_t)j * o.ld * wide;
        if (g->in_double)
            widen_doubles((double *)to, from, t, rows);
        else
            widen_floats((float *)to, from, t, rows, g->rounding);
    }
    return o;
}

// ---- one product

static void multiply(const Gemm *g, double alpha, const Operand *a,
                     const Operand *b, double beta, void *c, int ldc) {
    bool ta = g->ta != CUBLAS_OP_N, tb = g->tb != CUBLAS_OP_N;
    if (g->in_double)
        cpu_dgemm(ta, tb, g->m, g->n, g->k, alpha, a->p, a->ld, b->p, b->ld,
                  beta, c, ldc);
    else
        cpu_sgemm(ta, tb, g->m, g->n, g->k, (float)alpha, a->p, a->ld, b->p,
                  b->ld, (float)beta, c, ldc);
}

// C of a type that is not multiplied in: through a wide one. alpha and beta
// stay out of the sum, so that an int32 is exact.
static void multiply_narrow(const Gemm *g, double alpha, const Operand *a,
                            const Operand *b, double beta, void *c) {
    size_t size = blas_size(g->ctype);
    void *sum = heap_new((size_t)g->m * (size_t)g->n + 1, gemm_wide(g));
    multiply(g, 1, a, b, 0, sum, g->m);
    for (int j = 0; j < g->n; j++)
        for (int i = 0; i < g->m; i++) {
            char *to = (char *)c + ((size_t)j * g->ldc + (size_t)i) * size;
            double v = alpha * gemm_at(g, sum, i, j);
            if (beta != 0) v += beta * blas_get(g->ctype, to);
            blas_put(g->ctype, to, v);
        }
    heap_free(sum);
}

typedef struct Operands {
    Operand a, b;
} Operands;

// A and B ready to multiply; those that are not used are NULL. False: refused.
static bool take_operands(const Gemm *g, const void *pa, const void *pb,
                          bool used, Operands *out) {
    bool ta = g->ta != CUBLAS_OP_N, tb = g->tb != CUBLAS_OP_N;
    int ra = ta ? g->k : g->m, ca = ta ? g->m : g->k;
    int rb = tb ? g->n : g->k, cb = tb ? g->k : g->n;
    const void *a = NULL, *b = NULL;

    if (used) {
        a = blas_matrix("matrix A", pa, ra, ca, g->lda, blas_size(g->atype),
                        SIM_READS);
        b = a ? blas_matrix("matrix B", pb, rb, cb, g->ldb, blas_size(g->btype),
                            SIM_READS)
              : NULL;
        if (!b) return false;
    }
    out->a = gemm_operand(g, a, g->atype, ra, ca, g->lda);
    out->b = gemm_operand(g, b, g->btype, rb, cb, g->ldb);
    return true;
}

static void free_operands(Operands *o) {
    heap_free(o->a.copy);
    heap_free(o->b.copy);
}

static bool run_one(const Gemm *g, const void *pa, const void *pb, void *pc,
                    double alpha, double beta) {
    bool used = alpha != 0 && g->k > 0; // else A and B are not looked at
    Operands o;

    if (!take_operands(g, pa, pb, used, &o)) return false;
    void *c =
        blas_matrix("matrix C", pc, g->m, g->n, g->ldc, blas_size(g->ctype),
                    beta != 0 ? SIM_READS | SIM_WRITES : SIM_WRITES);
    if (c && (int)g->ctype == (g->in_double ? R_64F : R_32F))
        multiply(g, used ? alpha : 0, &o.a, &o.b, beta, c, g->ldc);
    else if (c)
        multiply_narrow(g, used ? alpha : 0, &o.a, &o.b, beta, c);
    free_operands(&o);
    return c;
}

void *gemm_sum(const Gemm *g, const void *a, const void *b) {
    Operands o;
    if (!take_operands(g, a, b, true, &o)) return NULL;
    void *sum = heap_new((size_t)g->m * (size_t)g->n + 1, gemm_wide(g));
    multiply(g, 1, &o.a, &o.b, 0, sum, g->m);
    free_operands(&o);
    return sum;
}

// ---- the work

static bool run_pointers(const Gemm *g, double alpha, double beta) {
    size_t n = (size_t)g->batch, size = sizeof(void *);
    const void **a = sim_work_range("the array of pointers to A", g->a,
                                    n * size, 0, 1, SIM_READS);
    const void **b = a ? sim_work_range("the array of pointers to B", g->b,
                                        n * size, 0, 1, SIM_READS)
                       : NULL;
    void **c = b ? sim_work_range("the array of pointers to C", g->c, n * size,
                                  0, 1, SIM_READS)
                 : NULL;
    for (size_t i = 0; c && i < n; i++)
        if (!run_one(g, a[i], b[i], c[i], alpha, beta)) return false;
    return c;
}

const void *gemm_moved(const void *p, long long elements, cudaDataType t) {
    // A null pointer stays one, so that it is named as such.
    if (!p) return NULL;
    return (const char *)p + elements * (long long)blas_size(t);
}

static bool run_gemm(void *args) {
    const Gemm *g = args;
    double alpha, beta;
    if (!blas_value(&g->alpha, &alpha) || !blas_value(&g->beta, &beta))
        return false;
    if (g->pointers) return run_pointers(g, alpha, beta);
    for (int i = 0; i < g->batch; i++)
        if (!run_one(g, gemm_moved(g->a, i * g->stride_a, g->atype),
                     gemm_moved(g->b, i * g->stride_b, g->btype),
                     (void *)gemm_moved(g->c, i * g->stride_c, g->ctype), alpha,
                     beta))
            return false;
    return true;
}

// ---- handing it in

static bool is_op(cublasOperation_t t) {
    return t == CUBLAS_OP_N || t == CUBLAS_OP_T || t == CUBLAS_OP_C;
}

bool gemm_is_valid(const Gemm *g) {
    int ra = g->ta == CUBLAS_OP_N ? g->m : g->k;
    int rb = g->tb == CUBLAS_OP_N ? g->k : g->n;
    return is_op(g->ta) && is_op(g->tb) && g->m >= 0 && g->n >= 0 &&
           g->k >= 0 && g->batch >= 0 && g->lda >= max_of(ra, 1) &&
           g->ldb >= max_of(rb, 1) && g->ldc >= max_of(g->m, 1);
}

// Small products are cut into small tiles, deep ones along k, until the chip is
// busy.
static double tiles_of(const Gemm *g) {
    double tiles = ceil(g->m / 128.0) * ceil(g->n / 128.0) * g->batch;
    if (tiles >= 128) return tiles;
    tiles = ceil(g->m / 64.0) * ceil(g->n / 32.0) * g->batch;
    return tiles * fmax(1, fmin(ceil(g->k / 128.0), 132 / tiles));
}

void gemm_cost(const Gemm *g, SimWork *w) {
    double m = g->m, n = g->n, k = g->k;
    w->unit = g->unit;
    w->flops = 2 * m * n * k * g->batch;
    w->bytes = (m * k * (double)blas_size(g->atype) +
                k * n * (double)blas_size(g->btype) +
                m * n * (double)blas_size(g->ctype)) *
               g->batch;
    w->tiles = tiles_of(g);
    w->grid = (unsigned)w->tiles;
    w->block = 256;
}

static cublasStatus_t gemm_submit(cublasHandle_t h, const Gemm *g) {
    if (!gemm_is_valid(g)) return CUBLAS_STATUS_INVALID_VALUE;
    if (g->m == 0 || g->n == 0 || g->batch == 0) return CUBLAS_STATUS_SUCCESS;
    SimWork w = BLAS_WORK(g->name, run_gemm, *g, SIM_UNIT_NONE, 0, 0);
    gemm_cost(g, &w);
    return blas_submit(h, w);
}

// ---- types

static bool is_half(cudaDataType t) {
    return (int)t == R_16F || (int)t == R_16BF;
}

bool gemm_plan(Gemm *g, cublasComputeType_t compute, cublasMath_t math) {
    int a = (int)g->atype, b = (int)g->btype, c = (int)g->ctype;
    bool same = a == b;
    bool floats = same && a == R_32F && c == R_32F;

    g->in_double = false;
    g->rounding = AS_STORED;
    switch ((int)compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        g->unit = SIM_UNIT_TENSOR_16;
        return same && a == R_16F && c == R_16F;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
        if (floats) {
            bool tf32 = math == CUBLAS_TF32_TENSOR_OP_MATH &&
                        compute != CUBLAS_COMPUTE_32F_PEDANTIC;
            g->rounding = tf32 ? TO_TF32 : AS_STORED;
            g->unit = tf32 ? SIM_UNIT_TENSOR_TF32 : SIM_UNIT_F32;
            return true;
        }
        g->unit = a == R_8I ? SIM_UNIT_TENSOR_8 : SIM_UNIT_TENSOR_16;
        return same && ((is_half(g->atype) && (c == a || c == R_32F)) ||
                        (a == R_8I && c == R_32F));
    case CUBLAS_COMPUTE_32F_FAST_16F:
        g->rounding = TO_F16;
        g->unit = SIM_UNIT_TENSOR_16;
        return floats;
    case CUBLAS_COMPUTE_32F_FAST_16BF:
        g->rounding = TO_BF16;
        g->unit = SIM_UNIT_TENSOR_16;
        return floats;
    case CUBLAS_COMPUTE_32F_FAST_TF32:
        g->rounding = TO_TF32;
        g->unit = SIM_UNIT_TENSOR_TF32;
        return floats;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        g->in_double = true;
        g->unit = SIM_UNIT_TENSOR_64;
        return same && a == R_64F && c == R_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        g->in_double = true;
        g->unit = SIM_UNIT_TENSOR_8;
        // Four of a row are one word.
        return same && a == R_8I && c == R_32I && g->lda % 4 == 0 &&
               g->ldb % 4 == 0;
    }
    return false;
}

cudaDataType gemm_scale_type(cublasComputeType_t c) {
    switch ((int)c) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return (cudaDataType)R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC: return (cudaDataType)R_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: return (cudaDataType)R_32I;
    }
    return (cudaDataType)R_32F;
}

static cublasStatus_t gemm_from(const void *caller, cublasHandle_t h, Gemm g,
                                const void *alpha, const void *beta,
                                cublasComputeType_t compute) {
    sim_work_from(caller);
    sim_work_called(g.name);
    if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!alpha || !beta || !gemm_is_valid(&g))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!gemm_plan(&g, compute, h->math)) return CUBLAS_STATUS_NOT_SUPPORTED;
    g.alpha = blas_scalar(h, alpha, gemm_scale_type(compute));
    g.beta = blas_scalar(h, beta, gemm_scale_type(compute));
    return gemm_submit(h, &g);
}

#define gemm(...) gemm_from(__builtin_return_address(0), __VA_ARGS__)

// ---- entry points

// The parameters that all have, by the names that all use.
#define SHAPE(fn, T)                                                           \
    .name = #fn, .ta = transa, .tb = transb, .m = m, .n = n, .k = k, .a = A,   \
    .b = B, .c = (void *)C, .lda = lda, .ldb = ldb, .ldc = ldc,                \
    .atype = (cudaDataType)(T), .btype = (cudaDataType)(T),                    \
    .ctype = (cudaDataType)(T)
#define STRIDES                                                                \
    .stride_a = stride_a, .stride_b = stride_b, .stride_c = stride_c,          \
    .batch = batch
#define SHAPE_EX(fn)                                                           \
    .name = #fn, .ta = transa, .tb = transb, .m = m, .n = n, .k = k, .a = A,   \
    .b = B, .c = (void *)C, .lda = lda, .ldb = ldb, .ldc = ldc,                \
    .atype = atype, .btype = btype, .ctype = ctype

#define GEMMS(L, suffix, T, R, compute)                                        \
    cublasStatus_t cublas##L##gemm##suffix(KATA_H, KATA_OPS, int m, int n,     \
                                           int k, const T *alpha, KATA_AB(T),  \
                                           const T *beta, T *C, int ldc) {     \
        Gemm g = {SHAPE(cublas##L##gemm, R), .batch = 1};                      \
        return gemm(h, g, alpha, beta, compute);                               \
    }                                                                          \
    cublasStatus_t cublas##L##gemmStridedBatched(                              \
        KATA_H, KATA_OPS, int m, int n, int k, const T *alpha, const T *A,     \
        int lda, long long stride_a, const T *B, int ldb, long long stride_b,  \
        const T *beta, T *C, int ldc, long long stride_c, int batch) {         \
        Gemm g = {SHAPE(cublas##L##gemmStridedBatched, R), STRIDES};           \
        return gemm(h, g, alpha, beta, compute);                               \
    }                                                                          \
    cublasStatus_t cublas##L##gemmBatched(                                     \
        KATA_H, KATA_OPS, int m, int n, int k, const T *alpha,                 \
        const T *const A[], int lda, const T *const B[], int ldb,              \
        const T *beta, T *const C[], int ldc, int batch) {                     \
        Gemm g = {SHAPE(cublas##L##gemmBatched, R), .batch = batch,            \
                  .pointers = true};                                           \
        return gemm(h, g, alpha, beta, compute);                               \
    }

GEMMS(S, _v2, float, R_32F, CUBLAS_COMPUTE_32F)
GEMMS(D, _v2, double, R_64F, CUBLAS_COMPUTE_64F)
GEMMS(H, , __half, R_16F, CUBLAS_COMPUTE_16F)

cublasStatus_t cublasSgemmEx(KATA_H, KATA_OPS, int m, int n, int k,
                             const float *alpha, KATA_MIXED(float)) {
    Gemm g = {SHAPE_EX(cublasSgemmEx), .batch = 1};
    return gemm(h, g, alpha, beta, CUBLAS_COMPUTE_32F);
}

cublasStatus_t cublasGemmEx(KATA_H, KATA_OPS, int m, int n, int k,
                            const void *alpha, KATA_MIXED(void),
                            cublasComputeType_t compute,
                            cublasGemmAlgo_t algo) {
    (void)algo;
    Gemm g = {SHAPE_EX(cublasGemmEx), .batch = 1};
    return gemm(h, g, alpha, beta, compute);
}

cublasStatus_t cublasGemmStridedBatchedEx(
    KATA_H, KATA_OPS, int m, int n, int k, const void *alpha, const void *A,
    cudaDataType atype, int lda, long long stride_a, const void *B,
    cudaDataType btype, int ldb, long long stride_b, const void *beta, void *C,
    cudaDataType ctype, int ldc, long long stride_c, int batch,
    cublasComputeType_t compute, cublasGemmAlgo_t algo) {
    (void)algo;
    Gemm g = {SHAPE_EX(cublasGemmStridedBatchedEx), STRIDES};
    return gemm(h, g, alpha, beta, compute);
}

cublasStatus_t cublasGemmBatchedEx(KATA_H, KATA_OPS, int m, int n, int k,
                                   const void *alpha, const void *const A[],
                                   cudaDataType atype, int lda,
                                   const void *const B[], cudaDataType btype,
                                   int ldb, const void *beta, void *const C[],
                                   cudaDataType ctype, int ldc, int batch,
                                   cublasComputeType_t compute,
                                   cublasGemmAlgo_t algo) {
    (void)algo;
    Gemm g = {SHAPE_EX(cublasGemmBatchedEx), .batch = batch, .pointers = true};
    return gemm(h, g, alpha, beta, compute);
}
