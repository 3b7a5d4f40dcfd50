// cuDNN: reductions along the dimensions that the result has once.
#include "libs/dnn.h"

#include "base/heap.h"

#include <math.h>

// The place of the result that an element belongs to, without gaps.
static size_t result_place(const Tensor *c, const Walk *w) {
    size_t at = 0;
    for (int d = 0; d < c->dims; d++)
        at = at * (size_t)c->size[d] + (size_t)(c->size[d] > 1 ? w->i[d] : 0);
    return at;
}

typedef struct ReduceJob {
    cudnnReduceTensorOp_t op;
    Tensor a, c;
    const void *from;
    void *to, *space;
    size_t space_bytes;
    double alpha, beta;
} ReduceJob;

static double reduce_from(cudnnReduceTensorOp_t op) {
    switch (op) {
    case CUDNN_REDUCE_TENSOR_MUL:
    case CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS: return 1;
    case CUDNN_REDUCE_TENSOR_MIN: return INFINITY;
    case CUDNN_REDUCE_TENSOR_MAX: return -INFINITY;
    default: return 0;
    }
}

static double reduce_more(cudnnReduceTensorOp_t op, double sum, double v) {
    switch (op) {
    case CUDNN_REDUCE_TENSOR_ADD:
    case CUDNN_REDUCE_TENSOR_AVG: return sum + v;
    case CUDNN_REDUCE_TENSOR_MUL: return sum * v;
    case CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS: return v == 0 ? sum : sum * v;
    case CUDNN_REDUCE_TENSOR_MIN: return fmin(sum, v);
    case CUDNN_REDUCE_TENSOR_MAX: return fmax(sum, v);
    case CUDNN_REDUCE_TENSOR_AMAX: return fmax(sum, fabs(v));
    case CUDNN_REDUCE_TENSOR_NORM1: return sum + fabs(v);
    case CUDNN_REDUCE_TENSOR_NORM2: return sum + v * v;
    }
    return sum;
}

static bool run_reduce(void *args) {
    const ReduceJob *j = args;
    size_t n = (size_t)dnn_count(&j->c), i = 0;
    double each = (double)n / (double)dnn_count(&j->a);
    if (!sim_work_range("the workspace", j->space, j->space_bytes, 0, 1,
                        SIM_WRITES))
        return false;
    double *a = dnn_load("the input", &j->a, j->from);
    if (!a) return false;
    double *sum = heap_new(n, sizeof *sum);
    for (size_t k = 0; k < n; k++)
        sum[k] = reduce_from(j->op);
    Walk w = {0};
    do {
        double *to = &sum[result_place(&j->c, &w)];
        *to = reduce_more(j->op, *to, a[i++]);
    } while (dnn_next(&j->a, &w));
    for (size_t k = 0; k < n; k++) {
        if (j->op == CUDNN_REDUCE_TENSOR_AVG) sum[k] *= each;
        if (j->op == CUDNN_REDUCE_TENSOR_NORM2) sum[k] = sqrt(sum[k]);
    }
    bool ok = dnn_store("the result", &j->c, j->to, sum, j->alpha, j->beta);
    heap_free(sum);
    heap_free(a);
    return ok;
}

// Partial sums of thread blocks: a float for each KiB of the input.
static size_t reduce_space(const Tensor *a) {
    return ((size_t)(dnn_bytes(a) / 1024) * 4 + 255) / 256 * 256;
}

cudnnStatus_t cudnnSetReduceTensorDescriptor(cudnnReduceTensorDescriptor_t r,
                                             cudnnReduceTensorOp_t op,
                                             cudnnDataType_t compute,
                                             cudnnNanPropagation_t nan,
                                             cudnnReduceTensorIndices_t indices,
                                             cudnnIndicesType_t type) {
    (void)compute, (void)nan, (void)type;
    NEED(r && (unsigned)op <= CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS,
         "no such reduction");
    *r = (struct cudnnReduceTensorStruct){op, indices};
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetReductionWorkspaceSize(
    cudnnHandle_t h, const cudnnReduceTensorDescriptor_t r,
    const cudnnTensorDescriptor_t a_desc, const cudnnTensorDescriptor_t c_desc,
    size_t *bytes) {
    DNN_CALL(cudnnGetReductionWorkspaceSize);
    NEED(r && a_desc && c_desc && bytes, "a null pointer");
    *bytes = reduce_space(&a_desc->t);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetReductionIndicesSize(
    cudnnHandle_t h, const cudnnReduceTensorDescriptor_t r,
    const cudnnTensorDescriptor_t a_desc, const cudnnTensorDescriptor_t c_desc,
    size_t *bytes) {
    DNN_CALL(cudnnGetReductionIndicesSize);
    NEED(r && a_desc && c_desc && bytes, "a null pointer");
    *bytes = 0;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnReduceTensor(cudnnHandle_t h,
                                const cudnnReduceTensorDescriptor_t r,
                                void *indices, size_t indices_bytes,
                                void *space, size_t bytes, const void *alpha,
                                const cudnnTensorDescriptor_t a_desc,
                                const void *a, const void *beta,
                                const cudnnTensorDescriptor_t c_desc, void *c) {
    DNN_CALL(cudnnReduceTensor);
    (void)indices, (void)indices_bytes;
    NEED(r && alpha && a_desc && a && beta && c_desc && c, "a null pointer");
    if (r->indices != CUDNN_REDUCE_TENSOR_NO_INDICES)
        REFUSED("the indices of a reduction are not simulated");
    NEED(a_desc->t.dims == c_desc->t.dims, "a and c differ in dimensions");
    for (int d = 0; d < a_desc->t.dims; d++)
        NEED(c_desc->t.size[d] == 1 || c_desc->t.size[d] == a_desc->t.size[d],
             "a dimension of c is neither 1 nor that of a");
    size_t space_bytes = reduce_space(&a_desc->t);
    NEED(bytes >= space_bytes && (space || !space_bytes),
         "the workspace is smaller than cudnnGetReductionWorkspaceSize says");
    ReduceJob j = {.op = r->op, .a = a_desc->t, .c = c_desc->t, .from = a};
    j.to = c, j.space = space, j.space_bytes = space_bytes;
    j.alpha = dnn_scalar(j.c.type, alpha);
    j.beta = dnn_scalar(j.c.type, beta);
    SimWork w = DNN_WORK("cudnnReduceTensor", run_reduce, j,
                         dnn_bytes(&j.a) + dnn_bytes(&j.c));
    return dnn_submit(h, w);
}
