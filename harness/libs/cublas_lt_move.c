// cublasLtMatrixTransform: C = alpha op(A) + beta op(B), of any types, by rows
// or by columns.
#include "libs/lt.h"

#include <string.h>

typedef struct Move {
    LtMove move;
    LtLayout a, b, c;
    const void *pa, *pb; // pb may be NULL
    void *pc;
    Scalar alpha, beta;
} Move;

static double element_of(const LtLayout *l, const void *p, int op, int64_t i,
                         int64_t j) {
    return op == CUBLAS_OP_N ? lt_get(l, p, i, j) : lt_get(l, p, j, i);
}

static const void *at_batch(const void *p, const LtLayout *l, int batch) {
    return gemm_moved(p, batch * l->stride, (cudaDataType)l->type);
}

static bool run_batch(const Move *t, int batch, double alpha, double beta) {
    const void *a =
        lt_matrix("matrix A", at_batch(t->pa, &t->a, batch), &t->a, SIM_READS);
    const void *b = NULL;
    if (!a) return false;
    if (t->pb && beta != 0) {
        b = lt_matrix("matrix B", at_batch(t->pb, &t->b, batch), &t->b,
                      SIM_READS);
        if (!b) return false;
    }
    void *c =
        lt_matrix("matrix C", at_batch(t->pc, &t->c, batch), &t->c, SIM_WRITES);
    if (!c) return false;
    for (int64_t j = 0; j < (int64_t)t->c.cols; j++)
        for (int64_t i = 0; i < (int64_t)t->c.rows; i++) {
            double v = alpha * element_of(&t->a, a, t->move.ta, i, j);
            if (b) v += beta * element_of(&t->b, b, t->move.tb, i, j);
            lt_put(&t->c, c, i, j, v);
        }
    return true;
}

static bool run_move(void *args) {
    const Move *t = args;
    double alpha, beta;
    if (!blas_value(&t->alpha, &alpha) || !blas_value(&t->beta, &beta))
        return false;
    for (int i = 0; i < t->c.batch; i++)
        if (!run_batch(t, i, alpha, beta)) return false;
    return true;
}

// Has the shape of C, and an order that is known here?
static bool fits(const LtLayout *l, int op, const LtLayout *c) {
    uint64_t rows = op == CUBLAS_OP_N ? l->rows : l->cols;
    uint64_t cols = op == CUBLAS_OP_N ? l->cols : l->rows;
    uint64_t line = l->order == CUBLASLT_ORDER_ROW ? l->cols : l->rows;
    return rows == c->rows && cols == c->cols && l->ld >= 1 &&
           (uint64_t)l->ld >= line && l->batch == c->batch;
}

static cublasStatus_t submit_move(const Move *t, cudaStream_t stream) {
    double n = (double)t->c.rows * (double)t->c.cols * t->c.batch;
    double size = (double)(blas_size((cudaDataType)t->a.type) +
                           blas_size((cudaDataType)t->c.type));
    SimWork w = BLAS_WORK("cublasLtMatrixTransform", run_move, *t, SIM_UNIT_F32,
                          n, n * size);
    w.stream = (struct SimStream *)stream;
    return sim_work_run(&w) == 0 ? CUBLAS_STATUS_SUCCESS
                                 : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t
cublasLtMatrixTransform(cublasLtHandle_t h, cublasLtMatrixTransformDesc_t desc,
                        const void *alpha, const void *A,
                        cublasLtMatrixLayout_t Adesc, const void *beta,
                        const void *B, cublasLtMatrixLayout_t Bdesc, void *C,
                        cublasLtMatrixLayout_t Cdesc, cudaStream_t stream) {
    static const float zero[2];
    Move t = {.pa = A, .pb = Bdesc ? B : NULL, .pc = C};
    sim_work_from(__builtin_return_address(0));
    if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!desc || !alpha || !Adesc || !Cdesc) return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(&t.move, desc, sizeof t.move);
    memcpy(&t.a, Adesc, sizeof t.a);
    memcpy(&t.c, Cdesc, sizeof t.c);
    if (t.pb) memcpy(&t.b, Bdesc, sizeof t.b);
    if (!lt_is_known(&t.a) || !lt_is_known(&t.c) ||
        (t.pb && !lt_is_known(&t.b)))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!fits(&t.a, t.move.ta, &t.c) || !fits(&t.c, CUBLAS_OP_N, &t.c) ||
        (t.pb && (!beta || !fits(&t.b, t.move.tb, &t.c))))
        return CUBLAS_STATUS_INVALID_VALUE;
    struct cublasContext by = {.pointers =
                                   (cublasPointerMode_t)t.move.pointer_mode};
    struct cublasContext on_host = {.pointers = CUBLAS_POINTER_MODE_HOST};
    t.alpha = blas_scalar(&by, alpha, (cudaDataType)t.move.scale);
    t.beta = t.pb ? blas_scalar(&by, beta, (cudaDataType)t.move.scale)
                  : blas_scalar(&on_host, zero, (cudaDataType)t.move.scale);
    return submit_move(&t, stream);
}
