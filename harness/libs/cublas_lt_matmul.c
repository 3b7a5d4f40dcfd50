// cublasLtMatmul: D = epilogue(alpha op(A) op(B) + beta C).
//
// The product is cuBLAS's (gemm.h), as a wide sum; each element then goes
// through
//
//     alpha, beta C -> + bias -> ReLU | GELU -> D
//                             -> ReLU' | GELU' of what was kept -> D
//
// The functions at the top speak of the call, those below of the work.
#include "libs/lt.h"

#include "base/heap.h"

#include <limits.h>
#include <math.h>
#include <string.h>

typedef struct LtMatmul {
    Gemm g; // the product; a, b are A and B
    LtDesc e;
    LtLayout lc, ld;
    const void *c;
    void *d, *workspace;
    size_t workspace_bytes;
} LtMatmul;

// ---- may it be computed?

static bool is_fp8(int type) {
    return type == R_E4M3 || type == R_E5M2;
}

bool lt_is_known(const LtLayout *l) {
    return (l->order == CUBLASLT_ORDER_COL || l->order == CUBLASLT_ORDER_ROW) &&
           blas_size((cudaDataType)l->type) && l->rows <= INT_MAX &&
           l->cols <= INT_MAX && l->ld <= INT_MAX;
}

// Leaves room for a row, or a column, of the matrix.
static bool leaves_room(const LtLayout *l) {
    uint64_t line = l->order == CUBLASLT_ORDER_ROW ? l->cols : l->rows;
    return l->ld >= 1 && (uint64_t)l->ld >= line && l->batch >= 1;
}

// A matrix by rows is its transpose by columns.
static cublasOperation_t stored(int op, const LtLayout *l) {
    bool by_rows = l->order == CUBLASLT_ORDER_ROW;
    return (op != CUBLAS_OP_N) != by_rows ? CUBLAS_OP_T : CUBLAS_OP_N;
}

static bool plan_fp8(Gemm *g, const LtDesc *e) {
    int d = (int)g->ctype;
    g->unit = SIM_UNIT_TENSOR_8;
    g->in_double = false;
    g->rounding = AS_STORED;
    return e->compute == CUBLAS_COMPUTE_32F && g->ta == CUBLAS_OP_T &&
           g->tb == CUBLAS_OP_N && g->k % 16 == 0 && g->m % 16 == 0 &&
           !(g->atype == g->btype && (int)g->atype == R_E5M2) &&
           (d == R_32F || d == R_16F || d == R_16BF);
}

static bool plan_types(Gemm *g, const LtDesc *e, const LtLayout *d) {
    g->ctype = (cudaDataType)d->type;
    if (is_fp8((int)g->atype) && is_fp8((int)g->btype))
        return e->scale == R_32F && plan_fp8(g, e);
    // An int8 result of int8 is scaled in float.
    bool narrow = d->type == R_8I && e->scale == R_32F;
    if (narrow) g->ctype = (cudaDataType)R_32I;
    bool ok =
        gemm_plan(g, (cublasComputeType_t)e->compute, CUBLAS_DEFAULT_MATH) &&
        (narrow ||
         e->scale == (int)gemm_scale_type((cublasComputeType_t)e->compute));
    g->ctype = (cudaDataType)d->type;
    return ok;
}

// Those that enum cublasLtEpilogue_t names.
static bool is_epilogue(int e) {
    static const int all[] = {
        CUBLASLT_EPILOGUE_DEFAULT,   CUBLASLT_EPILOGUE_RELU,
        CUBLASLT_EPILOGUE_RELU_AUX,  CUBLASLT_EPILOGUE_BIAS,
        CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_RELU_AUX_BIAS,
        CUBLASLT_EPILOGUE_DRELU,     CUBLASLT_EPILOGUE_DRELU_BGRAD,
        CUBLASLT_EPILOGUE_GELU,      CUBLASLT_EPILOGUE_GELU_AUX,
        CUBLASLT_EPILOGUE_GELU_BIAS, CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
        CUBLASLT_EPILOGUE_DGELU,     CUBLASLT_EPILOGUE_DGELU_BGRAD,
        CUBLASLT_EPILOGUE_BGRADA,    CUBLASLT_EPILOGUE_BGRADB,
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (all[i] == e) return true;
    return false;
}

cublasStatus_t lt_plan(const LtDesc *e, const LtLayout *a, const LtLayout *b,
                       const LtLayout *c, const LtLayout *d, Gemm *g) {
    uint64_t m = e->ta == CUBLAS_OP_N ? a->rows : a->cols;
    uint64_t k = e->ta == CUBLAS_OP_N ? a->cols : a->rows;
    uint64_t kb = e->tb == CUBLAS_OP_N ? b->rows : b->cols;
    uint64_t n = e->tb == CUBLAS_OP_N ? b->cols : b->rows;

    if (!lt_is_known(a) || !lt_is_known(b) || !lt_is_known(c) ||
        !lt_is_known(d) || e->tc != CUBLAS_OP_N ||
        e->fill != CUBLAS_FILL_MODE_FULL || !is_epilogue(e->epilogue))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!leaves_room(a) || !leaves_room(b) || !leaves_room(c) ||
        !leaves_room(d) || k != kb || d->rows != m || d->cols != n ||
        c->rows != m || c->cols != n || a->batch != d->batch ||
        b->batch != d->batch || c->batch != d->batch)
        return CUBLAS_STATUS_INVALID_VALUE;
    *g = (Gemm){.name = "cublasLtMatmul",
                .ta = stored(e->ta, a),
                .tb = stored(e->tb, b),
                .m = (int)m,
                .n = (int)n,
                .k = (int)k,
                .atype = (cudaDataType)a->type,
                .btype = (cudaDataType)b->type,
                .lda = (int)a->ld,
                .ldb = (int)b->ld,
                .ldc = (int)d->ld,
                .stride_a = a->stride,
                .stride_b = b->stride,
                .batch = d->batch};
    return c->type == d->type && plan_types(g, e, d)
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_NOT_SUPPORTED;
}

// ---- the epilogue

// One matrix of the batch, and all that it is computed with.
typedef struct Pass {
    const LtMatmul *t;
    int batch;
    const void *sum; // op(A) op(B)
    const void *c;
    void *d, *bias, *aux;
    const void *alphas, *betas; // a vector of them, or NULL
    double alpha, beta;
} Pass;

static cudaDataType type_or(int type, const LtLayout *d) {
    return (cudaDataType)(type < 0 ? d->type : type);
}

// int8 results have a bias in float.
static cudaDataType bias_type(const LtMatmul *t) {
    if (t->e.bias_type < 0 && t->ld.type == R_8I) return (cudaDataType)R_32F;
    return type_or(t->e.bias_type, &t->ld);
}

static double bias_at(const Pass *p, int i) {
    cudaDataType type = bias_type(p->t);
    return blas_get(type, (const char *)p->bias + (size_t)i * blas_size(type));
}

// GELU in the form with tanh, as cublasLt computes it.
static double gelu(double x) {
    double inner = 0.7978845608028654 * (x + 0.044715 * x * x * x);
    return 0.5 * x * (1 + tanh(inner));
}

static double gelu_slope(double x) {
    double t = tanh(0.7978845608028654 * (x + 0.044715 * x * x * x));
    double slope = 0.7978845608028654 * (1 + 3 * 0.044715 * x * x);
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * slope;
}

// One bit for an element: was it positive?
static void keep_bit(const Pass *p, int i, int j, bool positive) {
    uint64_t at = (uint64_t)j * (uint64_t)p->t->e.aux_ld + (uint64_t)i;
    uint8_t *byte = (uint8_t *)p->aux + at / 8, bit = (uint8_t)(1 << at % 8);
    *byte = positive ? *byte | bit : *byte & (uint8_t)~bit;
}

static bool kept_bit(const Pass *p, int i, int j) {
    uint64_t at = (uint64_t)j * (uint64_t)p->t->e.aux_ld + (uint64_t)i;
    return ((const uint8_t *)p->aux)[at / 8] >> at % 8 & 1;
}

static void *aux_at(const Pass *p, int i, int j, cudaDataType *type) {
    *type = type_or(p->t->e.aux_type, &p->t->ld);
    return (char *)p->aux +
           ((size_t)j * (size_t)p->t->e.aux_ld + (size_t)i) * blas_size(*type);
}

static double activate(const Pass *p, int i, int j, double v) {
    int e = p->t->e.epilogue;
    cudaDataType type;
    if (e & LT_BIAS) v += bias_at(p, i);
    if (e & LT_RELU) {
        if (e & LT_AUX) keep_bit(p, i, j, v > 0);
        return v < 0 ? 0 : v; // a NaN stays one
    }
    if (e & LT_GELU) {
        if (e & LT_AUX) {
            void *at = aux_at(p, i, j, &type);
            blas_put(type, at, v);
        }
        return gelu(v);
    }
    if (e & LT_DRELU) return kept_bit(p, i, j) ? v : 0;
    if (e & LT_DGELU) {
        const void *at = aux_at(p, i, j, &type);
        return v * gelu_slope(blas_get(type, at));
    }
    return v;
}

static double element(const Pass *p, int i, int j) {
    const LtMatmul *t = p->t;
    cudaDataType type = (cudaDataType)t->e.scale;
    size_t at = (size_t)i * blas_size(type);
    double alpha =
        p->alphas ? blas_get(type, (const char *)p->alphas + at) : p->alpha;
    double beta =
        p->betas ? blas_get(type, (const char *)p->betas + at) : p->beta;
    double v = alpha * gemm_at(&t->g, p->sum, i, j);
    if (p->c) v += beta * lt_get(&t->lc, p->c, i, j);
    return activate(p, i, j, v);
}

static void finish(const Pass *p) {
    const LtMatmul *t = p->t;
    bool grad = t->e.epilogue & LT_BGRAD;
    double *row = heap_new((size_t)t->g.m + 1, sizeof *row);
    for (int j = 0; j < t->g.n; j++)
        for (int i = 0; i < t->g.m; i++) {
            double v = element(p, i, j);
            row[i] += v;
            lt_put(&t->ld, p->d, i, j, v);
        }
    cudaDataType type = bias_type(t);
    for (int i = 0; grad && i < t->g.m; i++)
        blas_put(type, (char *)p->bias + (size_t)i * blas_size(type), row[i]);
    heap_free(row);
}

// ---- gradients of a bias from an operand: its sums along k

// Operand at (i of m or n, l of k), as it is stored by columns.
static double operand_at(const Gemm *g, bool of_b, const void *p, int i,
                         int l) {
    cudaDataType type = of_b ? g->btype : g->atype;
    int64_t ld = of_b ? g->ldb : g->lda;
    bool along = of_b ? g->tb == CUBLAS_OP_N : g->ta != CUBLAS_OP_N;
    int64_t at = along ? i * ld + l : l * ld + i;
    return blas_get(type, (const char *)p + at * (int64_t)blas_size(type));
}

static void sum_operand(const Pass *p, const void *operand) {
    const Gemm *g = &p->t->g;
    bool of_b = p->t->e.epilogue & LT_BGRADB;
    cudaDataType type = bias_type(p->t);
    for (int i = 0; i < (of_b ? g->n : g->m); i++) {
        double sum = 0;
        for (int l = 0; l < g->k; l++)
            sum += operand_at(g, of_b, operand, i, l);
        blas_put(type, (char *)p->bias + (size_t)i * blas_size(type), sum);
    }
}

// ---- memory

void *lt_matrix(const char *what, const void *p, const LtLayout *l,
                int access) {
    bool by_rows = l->order == CUBLASLT_ORDER_ROW;
    return blas_matrix(what, p, (int64_t)(by_rows ? l->cols : l->rows),
                       (int64_t)(by_rows ? l->rows : l->cols), l->ld,
                       blas_size((cudaDataType)l->type), access);
}

static bool take_bias(Pass *p) {
    const LtMatmul *t = p->t;
    int grads = LT_BGRAD | LT_BGRADA | LT_BGRADB;
    if (!(t->e.epilogue & (LT_BIAS | grads))) return true;
    cudaDataType type = bias_type(t);
    int n = t->e.epilogue & LT_BGRADB ? t->g.n : t->g.m;
    p->bias = blas_vector(
        t->e.epilogue & grads ? "the gradient of the bias" : "the bias",
        gemm_moved(t->e.bias, p->batch * t->e.bias_stride, type), n, 1,
        blas_size(type), t->e.epilogue & grads ? SIM_WRITES : SIM_READS);
    return p->bias;
}

static bool take_aux(Pass *p) {
    const LtMatmul *t = p->t;
    const LtDesc *e = &t->e;
    if (!(e->epilogue & LT_AUX)) return true;
    int access = e->epilogue & (LT_DRELU | LT_DGELU) ? SIM_READS : SIM_WRITES;
    size_t rows = (size_t)t->g.m, ld = (size_t)e->aux_ld;
    size_t stride = (size_t)p->batch * (size_t)e->aux_stride, element = 1;
    if (e->epilogue & (LT_RELU | LT_DRELU)) { // bits
        rows = (rows + 7) / 8;
        ld /= 8;
        stride /= 8;
    } else {
        element = blas_size(type_or(e->aux_type, &t->ld));
    }
    p->aux =
        blas_matrix("the auxiliary matrix", (char *)e->aux + stride * element,
                    (int64_t)rows, t->g.n, (int64_t)ld, element, access);
    return p->aux;
}

static bool take_cd(Pass *p) {
    const LtMatmul *t = p->t;
    bool used = t->e.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE_VECTOR ||
                p->beta != 0;
    if (used) {
        const void *c =
            gemm_moved(t->c, p->batch * t->lc.stride, (cudaDataType)t->lc.type);
        p->c = lt_matrix("matrix C", c, &t->lc, SIM_READS);
        if (!p->c) return false;
    }
    void *d = (void *)gemm_moved(t->d, p->batch * t->ld.stride,
                                 (cudaDataType)t->ld.type);
    p->d = lt_matrix("matrix D", d, &t->ld, SIM_WRITES);
    return p->d;
}

// A factor in device memory, 1 if there is none.
static bool take_factor(const char *what, const float *at, double *v) {
    if (!at) return true;
    const float *p =
        sim_work_range(what, at, sizeof *at, sizeof *at, 1, SIM_READS);
    if (p) *v *= *p;
    return p;
}

// alpha and beta: numbers, or vectors with one for each row.
static bool take_scalars(Pass *p) {
    const LtMatmul *t = p->t;
    int mode = t->e.pointer_mode;
    cudaDataType type = (cudaDataType)t->e.scale;
    bool vector = mode >= CUBLASLT_POINTER_MODE_DEVICE_VECTOR;
    if (vector) {
        const void *at =
            gemm_moved(t->g.alpha.device, p->batch * t->e.alpha_stride, type);
        p->alphas = blas_vector("the vector alpha", at, t->g.m, 1,
                                blas_size(type), SIM_READS);
        if (!p->alphas) return false;
    } else if (!blas_value(&t->g.alpha, &p->alpha)) {
        return false;
    }
    if (mode == CUBLASLT_POINTER_MODE_DEVICE_VECTOR) {
        p->betas = blas_vector("the vector beta", t->g.beta.device, t->g.m, 1,
                               blas_size(type), SIM_READS);
        return p->betas;
    }
    return blas_value(&t->g.beta, &p->beta) &&
           take_factor("the scale of A", t->e.a_scale, &p->alpha) &&
           take_factor("the scale of B", t->e.b_scale, &p->alpha);
}

// ---- the work

static bool run_pass(const LtMatmul *t, int batch) {
    Pass p = {.t = t, .batch = batch};
    const Gemm *g = &t->g;
    const void *a = gemm_moved(g->a, batch * g->stride_a, g->atype);
    const void *b = gemm_moved(g->b, batch * g->stride_b, g->btype);
    if (!take_scalars(&p)) return false;
    void *sum = gemm_sum(g, a, b);
    p.sum = sum;
    bool ok = sum && take_cd(&p) && take_bias(&p) && take_aux(&p);
    if (ok) finish(&p);
    heap_free(sum);
    if (!ok || !(t->e.epilogue & (LT_BGRADA | LT_BGRADB))) return ok;
    // gemm_sum has checked that the operand may be read.
    bool of_b = t->e.epilogue & LT_BGRADB;
    int rows = of_b ? (g->tb == CUBLAS_OP_N ? g->k : g->n)
                    : (g->ta == CUBLAS_OP_N ? g->m : g->k);
    int cols = of_b ? g->n + g->k - rows : g->m + g->k - rows;
    const void *operand =
        blas_matrix(of_b ? "matrix B" : "matrix A", of_b ? b : a, rows, cols,
                    of_b ? g->ldb : g->lda,
                    blas_size(of_b ? g->btype : g->atype), SIM_READS);
    if (operand) sum_operand(&p, operand);
    return operand;
}

static bool run_matmul(void *args) {
    const LtMatmul *t = args;
    if (t->workspace && t->workspace_bytes &&
        !sim_work_range("the workspace", t->workspace, t->workspace_bytes, 0, 1,
                        SIM_BOUNDS))
        return false;
    for (int i = 0; i < t->g.batch; i++)
        if (!run_pass(t, i)) return false;
    return true;
}

// ---- the call

// An epilogue's memory as the documentation wants it.
static bool epilogue_fits(const LtMatmul *t) {
    const LtDesc *e = &t->e;
    int bias = LT_BIAS | LT_BGRAD | LT_BGRADA | LT_BGRADB;
    if (e->epilogue & bias && !e->bias) return false;
    if (!(e->epilogue & LT_AUX)) return true;
    int64_t unit = e->epilogue & (LT_RELU | LT_DRELU) ? 128 : 8;
    return e->aux && e->aux_ld >= t->g.m && e->aux_ld % unit == 0 &&
           e->aux_stride % unit == 0;
}

static void take_alpha_beta(LtMatmul *t, const void *alpha, const void *beta) {
    int mode = t->e.pointer_mode;
    cudaDataType type = (cudaDataType)t->e.scale;
    struct cublasContext on_host = {.pointers = CUBLAS_POINTER_MODE_HOST};
    struct cublasContext on_device = {.pointers = CUBLAS_POINTER_MODE_DEVICE};
    bool beta_host =
        mode == CUBLASLT_POINTER_MODE_HOST ||
        mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
    t->g.alpha =
        blas_scalar(mode == CUBLASLT_POINTER_MODE_HOST ? &on_host : &on_device,
                    alpha, type);
    if (mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO)
        t->g.beta = (Scalar){.type = type};
    else
        t->g.beta = blas_scalar(beta_host ? &on_host : &on_device, beta, type);
}

static cublasStatus_t submit_matmul(const LtMatmul *t, cudaStream_t stream) {
    SimWork w =
        BLAS_WORK("cublasLtMatmul", run_matmul, *t, SIM_UNIT_NONE, 0, 0);
    gemm_cost(&t->g, &w);
    w.stream = (struct SimStream *)stream;
    return sim_work_run(&w) == 0 ? CUBLAS_STATUS_SUCCESS
                                 : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t h, cublasLtMatmulDesc_t desc,
                              const void *alpha, const void *A,
                              cublasLtMatrixLayout_t Adesc, const void *B,
                              cublasLtMatrixLayout_t Bdesc, const void *beta,
                              const void *C, cublasLtMatrixLayout_t Cdesc,
                              void *D, cublasLtMatrixLayout_t Ddesc,
                              const cublasLtMatmulAlgo_t *algo, void *workspace,
                              size_t bytes, cudaStream_t stream) {
    LtMatmul t = {
        .c = C, .d = D, .workspace = workspace, .workspace_bytes = bytes};
    (void)algo;
    sim_work_from(__builtin_return_address(0));
    if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!desc || !Adesc || !Bdesc || !Cdesc || !Ddesc || !alpha)
        return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(&t.e, desc, sizeof t.e);
    memcpy(&t.lc, Cdesc, sizeof t.lc);
    memcpy(&t.ld, Ddesc, sizeof t.ld);
    cublasStatus_t s = lt_plan(&t.e, (const LtLayout *)Adesc,
                               (const LtLayout *)Bdesc, &t.lc, &t.ld, &t.g);
    if (s != CUBLAS_STATUS_SUCCESS) return s;
    bool no_beta =
        t.e.pointer_mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO;
    if ((!beta && !no_beta) || !epilogue_fits(&t) ||
        (C == D && memcmp(&t.lc, &t.ld, sizeof t.lc) != 0))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (t.g.m == 0 || t.g.n == 0) return CUBLAS_STATUS_SUCCESS;
    t.g.a = A;
    t.g.b = B;
    take_alpha_beta(&t, alpha, beta);
    return submit_matmul(&t, stream);
}
