// cuDNN: operations of each element: fill, scale, copy to another layout, add
// what is repeated, combine two tensors, activations.
#include "libs/dnn.h"

#include "base/heap.h"

#include <math.h>

// One kind of work for all: out = f(a, b) of the elements of up to two tensors.
typedef enum Each { FILL, SCALE, COPY, ADD, COMBINE, ACTIVATE, BACK } Each;

typedef struct Job {
    Each each;
    Tensor a, b, out;
    const void *pa, *pb; // NULL: not used
    void *to;
    double alpha, alpha2, beta, value;
    cudnnOpTensorOp_t op;
    struct cudnnActivationStruct act;
    Tensor x; // ACTIVATE's backwards: y is a, dy is b
    const void *px;
} Job;

static double combined(const Job *j, double a, double b) {
    switch (j->op) {
    case CUDNN_OP_TENSOR_ADD: return a + b;
    case CUDNN_OP_TENSOR_MUL: return a * b;
    case CUDNN_OP_TENSOR_MIN: return b < a ? b : a;
    case CUDNN_OP_TENSOR_MAX: return b > a ? b : a;
    case CUDNN_OP_TENSOR_SQRT: return sqrt(a);
    case CUDNN_OP_TENSOR_NOT: return 1 - a;
    }
    return a;
}

// The slope at x, where the result is y.
static double slope(const struct cudnnActivationStruct *a, double x, double y) {
    double s;
    switch (a->mode) {
    case CUDNN_ACTIVATION_SIGMOID: return y * (1 - y);
    case CUDNN_ACTIVATION_RELU: return x > 0;
    case CUDNN_ACTIVATION_TANH: return 1 - y * y;
    case CUDNN_ACTIVATION_CLIPPED_RELU: return x > 0 && x < a->coef;
    case CUDNN_ACTIVATION_ELU: return x > 0 ? 1 : y + a->coef;
    case CUDNN_ACTIVATION_IDENTITY: return 1;
    case CUDNN_ACTIVATION_SWISH: s = 1 / (1 + exp(-x)); return s + y * (1 - s);
    }
    return 1;
}

static double one_element(const Job *j, double a, double b, double x) {
    switch (j->each) {
    case FILL: return j->value;
    case SCALE:
    case COPY:
    case ADD: return j->alpha * a;
    case COMBINE: return combined(j, j->alpha * a, j->alpha2 * b);
    case ACTIVATE: return j->alpha * dnn_activate(&j->act, a);
    case BACK: return j->alpha * b * slope(&j->act, x, a);
    }
    return 0;
}

static double value_at(const double *v, const Tensor *dense, const Walk *w) {
    return v ? v[dnn_repeated_at(dense, w)] : 0;
}

// Sizes as they are, distances as dnn_load has them.
static Tensor dense_of(const Tensor *t) {
    Tensor d = *t;
    int stride = 1;
    for (int i = t->dims - 1; i >= 0; i--) {
        d.stride[i] = stride;
        stride *= t->size[i];
    }
    return d;
}

static bool run_each(void *args) {
    const Job *j = args;
    double *a = j->pa ? dnn_load("the input", &j->a, j->pa) : NULL;
    double *b = j->pb && (a || !j->pa)
                    ? dnn_load("the second input", &j->b, j->pb)
                    : NULL;
    double *x = j->px && b ? dnn_load("x", &j->x, j->px) : NULL;
    bool ok = (a || !j->pa) && (b || !j->pb) && (x || !j->px);
    Tensor da = dense_of(&j->a), db = dense_of(&j->b), dx = dense_of(&j->x);
    double *v = heap_new((size_t)dnn_count(&j->out) + 1, sizeof *v);
    Walk w = {0};
    size_t i = 0;
    do
        v[i++] = ok ? one_element(j, value_at(a, &da, &w), value_at(b, &db, &w),
                                  value_at(x, &dx, &w))
                    : 0;
    while (ok && dnn_next(&j->out, &w));
    ok = ok && dnn_store("the output", &j->out, j->to, v, 1, j->beta);
    heap_free(v);
    heap_free(x);
    heap_free(b);
    heap_free(a);
    return ok;
}

// Each dimension of t is that of the output, or 1.
static bool is_repeatable(const Tensor *t, const Tensor *out) {
    if (t->dims != out->dims) return false;
    for (int d = 0; d < t->dims; d++)
        if (t->size[d] != out->size[d] && t->size[d] != 1) return false;
    return true;
}

static cudnnStatus_t each_submit(cudnnHandle_t h, const char *name, Job *j) {
    double bytes = dnn_bytes(&j->out) * (j->beta != 0 ? 2 : 1);
    if (j->pa) bytes += dnn_bytes(&j->a);
    if (j->pb) bytes += dnn_bytes(&j->b);
    if (j->px) bytes += dnn_bytes(&j->x);
    SimWork w = DNN_WORK(name, run_each, *j, bytes);
    return dnn_submit(h, w);
}

// ---- calls

cudnnStatus_t cudnnSetTensor(cudnnHandle_t h,
                             const cudnnTensorDescriptor_t y_desc, void *y,
                             const void *value) {
    DNN_CALL(cudnnSetTensor);
    NEED(y_desc && y && value, "a null pointer");
    Job j = {.each = FILL, .out = y_desc->t, .to = y};
    j.value = dnn_get(j.out.type, value);
    return each_submit(h, "cudnnSetTensor", &j);
}

cudnnStatus_t cudnnScaleTensor(cudnnHandle_t h,
                               const cudnnTensorDescriptor_t y_desc, void *y,
                               const void *alpha) {
    DNN_CALL(cudnnScaleTensor);
    NEED(y_desc && y && alpha, "a null pointer");
    Job j = {SCALE, .a = y_desc->t, .pa = y, .out = y_desc->t, .to = y};
    j.alpha = dnn_scalar(j.out.type, alpha);
    return each_submit(h, "cudnnScaleTensor", &j);
}

cudnnStatus_t cudnnTransformTensor(cudnnHandle_t h, const void *alpha,
                                   const cudnnTensorDescriptor_t x_desc,
                                   const void *x, const void *beta,
                                   const cudnnTensorDescriptor_t y_desc,
                                   void *y) {
    DNN_CALL(cudnnTransformTensor);
    NEED(alpha && x_desc && x && beta && y_desc && y, "a null pointer");
    NEED(dnn_same_sizes(&x_desc->t, &y_desc->t), "x and y differ in size");
    Job j = {COPY, .a = x_desc->t, .pa = x, .out = y_desc->t, .to = y};
    j.alpha = dnn_scalar(j.out.type, alpha);
    j.beta = dnn_scalar(j.out.type, beta);
    return each_submit(h, "cudnnTransformTensor", &j);
}

cudnnStatus_t cudnnAddTensor(cudnnHandle_t h, const void *alpha,
                             const cudnnTensorDescriptor_t a_desc,
                             const void *a, const void *beta,
                             const cudnnTensorDescriptor_t c_desc, void *c) {
    DNN_CALL(cudnnAddTensor);
    NEED(alpha && a_desc && a && beta && c_desc && c, "a null pointer");
    NEED(is_repeatable(&a_desc->t, &c_desc->t),
         "a dimension of a is neither 1 nor that of c");
    if (a_desc->t.type != c_desc->t.type) REFUSED("a and c differ in type");
    Job j = {ADD, .a = a_desc->t, .pa = a, .out = c_desc->t, .to = c};
    j.alpha = dnn_scalar(j.out.type, alpha);
    j.beta = dnn_scalar(j.out.type, beta);
    return each_submit(h, "cudnnAddTensor", &j);
}

cudnnStatus_t cudnnOpTensor(cudnnHandle_t h, const cudnnOpTensorDescriptor_t o,
                            const void *alpha1,
                            const cudnnTensorDescriptor_t a_desc, const void *a,
                            const void *alpha2,
                            const cudnnTensorDescriptor_t b_desc, const void *b,
                            const void *beta,
                            const cudnnTensorDescriptor_t c_desc, void *c) {
    DNN_CALL(cudnnOpTensor);
    NEED(o && alpha1 && a_desc && a && beta && c_desc && c, "a null pointer");
    bool two = o->op != CUDNN_OP_TENSOR_SQRT && o->op != CUDNN_OP_TENSOR_NOT;
    NEED(!two || (alpha2 && b_desc && b), "a null pointer for b");
    NEED(dnn_same_sizes(&a_desc->t, &c_desc->t), "a and c differ in size");
    NEED(!two || is_repeatable(&b_desc->t, &c_desc->t),
         "a dimension of b is neither 1 nor that of c");
    Job j = {COMBINE, .a = a_desc->t, .pa = a, .out = c_desc->t, .to = c};
    if (two) j.b = b_desc->t, j.pb = b;
    j.op = o->op;
    j.alpha = dnn_scalar(j.out.type, alpha1);
    j.alpha2 = two ? dnn_scalar(j.out.type, alpha2) : 0;
    j.beta = dnn_scalar(j.out.type, beta);
    return each_submit(h, "cudnnOpTensor", &j);
}

cudnnStatus_t
cudnnActivationForward(cudnnHandle_t h, cudnnActivationDescriptor_t a,
                       const void *alpha, const cudnnTensorDescriptor_t x_desc,
                       const void *x, const void *beta,
                       const cudnnTensorDescriptor_t y_desc, void *y) {
    DNN_CALL(cudnnActivationForward);
    NEED(a && alpha && x_desc && x && beta && y_desc && y, "a null pointer");
    NEED(a->set, "the activation was created and not set");
    NEED(a->mode != CUDNN_ACTIVATION_IDENTITY,
         "IDENTITY is for the fused convolution");
    NEED(dnn_same_sizes(&x_desc->t, &y_desc->t) &&
             x_desc->t.type == y_desc->t.type,
         "x and y differ");
    Job j = {ACTIVATE, .a = x_desc->t, .pa = x, .out = y_desc->t, .to = y};
    j.act = *a;
    j.alpha = dnn_scalar(j.out.type, alpha);
    j.beta = dnn_scalar(j.out.type, beta);
    return each_submit(h, "cudnnActivationForward", &j);
}

cudnnStatus_t
cudnnActivationBackward(cudnnHandle_t h, cudnnActivationDescriptor_t a,
                        const void *alpha, const cudnnTensorDescriptor_t y_desc,
                        const void *y, const cudnnTensorDescriptor_t dy_desc,
                        const void *dy, const cudnnTensorDescriptor_t x_desc,
                        const void *x, const void *beta,
                        const cudnnTensorDescriptor_t dx_desc, void *dx) {
    DNN_CALL(cudnnActivationBackward);
    NEED(a && alpha && y_desc && y && dy_desc && dy && x_desc && x && beta &&
             dx_desc && dx,
         "a null pointer");
    NEED(a->set && a->mode != CUDNN_ACTIVATION_IDENTITY,
         "the activation was not set, or is IDENTITY");
    NEED(dnn_same_sizes(&x_desc->t, &y_desc->t) &&
             dnn_same_sizes(&x_desc->t, &dy_desc->t) &&
             dnn_same_sizes(&x_desc->t, &dx_desc->t),
         "x, y, dx and dy differ in size");
    Job j = {BACK, .a = y_desc->t, .pa = y, .b = dy_desc->t, .pb = dy};
    j.x = x_desc->t, j.px = x;
    j.out = dx_desc->t, j.to = dx;
    j.act = *a;
    j.alpha = dnn_scalar(j.out.type, alpha);
    j.beta = dnn_scalar(j.out.type, beta);
    return each_submit(h, "cudnnActivationBackward", &j);
}
