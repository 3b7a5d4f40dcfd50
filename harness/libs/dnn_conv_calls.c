// cuDNN: the calls of convolutions. Choosing an algorithm, running it forwards
// (alone, or with bias and activation) and backwards.
#include "libs/dnn_conv.h"

#include "base/heap.h"

#include <math.h>
#include <string.h>

// Of the CUDA runtime, which this library is linked with.
struct SimEvent;
int cudaEventCreate(struct SimEvent **e);
int cudaEventRecord(struct SimEvent *e, struct SimStream *s);
int cudaEventSynchronize(struct SimEvent *e);
int cudaEventElapsedTime(float *ms, struct SimEvent *a, struct SimEvent *b);
int cudaEventDestroy(struct SimEvent *e);

// ---- output sizes

cudnnStatus_t cudnnGetConvolutionNdForwardOutputDim(
    const cudnnConvolutionDescriptor_t c, const cudnnTensorDescriptor_t x_desc,
    const cudnnFilterDescriptor_t w_desc, int dims, int size[]) {
    int out[CUDNN_DIM_MAX];
    NEED(c && x_desc && w_desc && size, "a null pointer");
    NEED(dims == x_desc->t.dims, "another number of dimensions");
    NEED(conv_output(c, &x_desc->t, &w_desc->t, out),
         "the filter does not fit the input");
    memcpy(size, out, sizeof(int) * (size_t)dims);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(
    const cudnnConvolutionDescriptor_t c, const cudnnTensorDescriptor_t x_desc,
    const cudnnFilterDescriptor_t w_desc, int *n, int *k, int *h, int *w) {
    int size[4] = {0};
    NEED(n && k && h && w, "a null pointer");
    cudnnStatus_t s =
        cudnnGetConvolutionNdForwardOutputDim(c, x_desc, w_desc, 4, size);
    if (s == CUDNN_STATUS_SUCCESS)
        *n = size[0], *k = size[1], *h = size[2], *w = size[3];
    return s;
}

// ---- choosing an algorithm

typedef struct Choice {
    Algorithm a;
    float ms; // -1: not tried
} Choice;

static bool run_trial(void *args) {
    (void)args;
    return true;
}

// The time of one on the device's clock: as work that touches no memory.
static float trial_time(cudnnHandle_t h, const Conv *c, const Algorithm *a) {
    struct SimEvent *from, *to;
    float ms = -1;
    SimWork w = {.name = "cudnnFindConvolution", .run = run_trial};
    conv_cost(c, a, &w);
    if (cudaEventCreate(&from)) return ms;
    if (!cudaEventCreate(&to)) {
        cudaEventRecord(from, h->stream);
        dnn_submit(h, w);
        cudaEventRecord(to, h->stream);
        cudaEventSynchronize(to);
        cudaEventElapsedTime(&ms, from, to);
        cudaEventDestroy(to);
    }
    cudaEventDestroy(from);
    return ms;
}

// Those that work come first, by their time or, untried, as a guess.
static double choice_rank(const Conv *c, const Choice *at) {
    if (at->a.status != CUDNN_STATUS_SUCCESS) return 1e9 + at->a.id;
    if (at->ms >= 0) return at->ms;
    bool tables = at->a.space > 0 && (c->to != TO_Y || at->a.id == 1);
    return tables ? 0 : at->a.flops < 1 ? 1 : at->a.space == 0 ? 2 : 3;
}

static int choices(cudnnHandle_t h, const Conv *c, bool tries, Choice *out) {
    int n = conv_algorithms(c->to);
    for (int id = 0; id < n; id++) {
        Choice one = {conv_algorithm(c, id), -1};
        if (tries && one.a.status == CUDNN_STATUS_SUCCESS)
            one.ms = trial_time(h, c, &one.a);
        int at = id;
        for (; at > 0 && choice_rank(c, &out[at - 1]) > choice_rank(c, &one);
             at--)
            out[at] = out[at - 1];
        out[at] = one;
    }
    return n;
}

enum { MOST_ALGORITHMS = 8 };

#define CHOOSE(Dir, dir, Perf, Algo, PARAMS, X, W, Y)                          \
    cudnnStatus_t cudnnGetConvolution##Dir##AlgorithmMaxCount(cudnnHandle_t h, \
                                                              int *count) {    \
        NEED(h &&count, "a null pointer");                                     \
        *count = conv_algorithms(dir);                                         \
        return CUDNN_STATUS_SUCCESS;                                           \
    }                                                                          \
    static cudnnStatus_t choose##Dir(cudnnHandle_t h, PARAMS, int asked,       \
                                     int *found, Perf *out, bool tries) {      \
        Conv v;                                                                \
        Choice all[MOST_ALGORITHMS];                                           \
        NEED(asked > 0 && found && out, "no place for an algorithm");          \
        cudnnStatus_t s = conv_of(dir, X, W, Y, c, &v);                        \
        if (s != CUDNN_STATUS_SUCCESS) return s;                               \
        *found = min_of(asked, choices(h, &v, tries, all));                    \
        for (int i = 0; i < *found; i++)                                       \
            out[i] = (Perf){                                                   \
                .algo = (Algo)all[i].a.id,                                     \
                .status = all[i].a.status,                                     \
                .time = all[i].ms,                                             \
                .memory = all[i].a.space,                                      \
                .determinism = (cudnnDeterminism_t)!all[i].a.varies,           \
                .mathType = v.conv.math,                                       \
            };                                                                 \
        return CUDNN_STATUS_SUCCESS;                                           \
    }                                                                          \
    cudnnStatus_t cudnnGetConvolution##Dir##Algorithm_v7(                      \
        cudnnHandle_t h, PARAMS, const int asked, int *found, Perf *out) {     \
        DNN_CALL(cudnnGetConvolution##Dir##Algorithm_v7);                      \
        return choose##Dir(h, NAMES_##Dir, asked, found, out, false);          \
    }                                                                          \
    cudnnStatus_t cudnnFindConvolution##Dir##Algorithm(                        \
        cudnnHandle_t h, PARAMS, const int asked, int *found, Perf *out) {     \
        DNN_CALL(cudnnFindConvolution##Dir##Algorithm);                        \
        return choose##Dir(h, NAMES_##Dir, asked, found, out, true);           \
    }                                                                          \
    cudnnStatus_t cudnnGetConvolution##Dir##WorkspaceSize(                     \
        cudnnHandle_t h, PARAMS, Algo algo, size_t *bytes) {                   \
        Conv v;                                                                \
        DNN_CALL(cudnnGetConvolution##Dir##WorkspaceSize);                     \
        NEED(bytes, "no place for the size");                                  \
        cudnnStatus_t s = conv_of(dir, X, W, Y, c, &v);                        \
        if (s != CUDNN_STATUS_SUCCESS) return s;                               \
        Algorithm a = conv_algorithm(&v, (int)algo);                           \
        if (a.status == CUDNN_STATUS_SUCCESS) *bytes = a.space;                \
        return a.status == CUDNN_STATUS_SUCCESS                                \
                   ? a.status                                                  \
                   : dnn_refuse(a.status,                                      \
                                "this algorithm does not suit the problem");   \
    }

#define OF_TENSOR(name) const cudnnTensorDescriptor_t name
#define OF_FILTER(name) const cudnnFilterDescriptor_t name
#define OF_CONV(name)   const cudnnConvolutionDescriptor_t name
#define PARAMS_Forward                                                         \
    OF_TENSOR(x_desc), OF_FILTER(w_desc), OF_CONV(c), OF_TENSOR(y_desc)
#define NAMES_Forward x_desc, w_desc, c, y_desc
#define PARAMS_BackwardData                                                    \
    OF_FILTER(w_desc), OF_TENSOR(dy_desc), OF_CONV(c), OF_TENSOR(dx_desc)
#define NAMES_BackwardData w_desc, dy_desc, c, dx_desc
#define PARAMS_BackwardFilter                                                  \
    OF_TENSOR(x_desc), OF_TENSOR(dy_desc), OF_CONV(c), OF_FILTER(dw_desc)
#define NAMES_BackwardFilter x_desc, dy_desc, c, dw_desc

CHOOSE(Forward, TO_Y, cudnnConvolutionFwdAlgoPerf_t, cudnnConvolutionFwdAlgo_t,
       PARAMS_Forward, x_desc, w_desc, y_desc)
CHOOSE(BackwardData, TO_X, cudnnConvolutionBwdDataAlgoPerf_t,
       cudnnConvolutionBwdDataAlgo_t, PARAMS_BackwardData, dx_desc, w_desc,
       dy_desc)
CHOOSE(BackwardFilter, TO_W, cudnnConvolutionBwdFilterAlgoPerf_t,
       cudnnConvolutionBwdFilterAlgo_t, PARAMS_BackwardFilter, x_desc, dw_desc,
       dy_desc)

// ---- the work

typedef struct Job {
    Conv c;
    const void *x, *w, *y; // two are read and one is written
    void *space;
    size_t space_bytes; // that the algorithm uses
    double alpha, beta;
    bool fused; // with what follows; beta is z's
    Tensor ztensor, btensor;
    const void *z, *bias;
    struct cudnnActivationStruct act;
} Job;

// As the multiplier takes it.
static double *conv_factor(const Job *j, const char *what, const Tensor *t,
                           const void *p) {
    double *v = dnn_load(what, t, p);
    if (v && t->type == CUDNN_DATA_FLOAT && j->c.conv.math != CUDNN_FMA_MATH)
        for (int64_t i = 0; i < dnn_count(t); i++)
            v[i] = dnn_tf32(v[i]);
    return v;
}

// y = activation(alpha conv + beta z + bias), from the sums in v.
static bool finish_fused(const Job *j, double *v) {
    size_t n = (size_t)dnn_count(&j->c.y), channels = (size_t)j->c.y.size[1];
    size_t places = n / (size_t)j->c.y.size[0] / channels;
    double *z = j->beta != 0 ? dnn_load("z", &j->ztensor, j->z) : NULL;
    if (j->beta != 0 && !z) return false;
    double *bias = dnn_load("the bias", &j->btensor, j->bias);
    for (size_t i = 0; bias && i < n; i++) {
        double sum = j->alpha * v[i] + bias[i / places % channels];
        if (z) sum += j->beta * z[i];
        v[i] = dnn_activate(&j->act, sum);
    }
    heap_free(z);
    bool ok = bias && dnn_store("y", &j->c.y, (void *)j->y, v, 1, 0);
    heap_free(bias);
    return ok;
}

static const Tensor *conv_result(const Conv *c) {
    return c->to == TO_Y ? &c->y : c->to == TO_X ? &c->x : &c->w;
}

static bool conv_run(const Job *j, double *x, double *w, double *y) {
    const Conv *c = &j->c;
    if (!x || !w || !y) return false;
    conv_compute(c, x, w, y);
    if (j->fused) return finish_fused(j, y);
    const Tensor *t = conv_result(c);
    const void *p = c->to == TO_Y ? j->y : c->to == TO_X ? j->x : j->w;
    return dnn_store(c->to == TO_Y   ? "y"
                     : c->to == TO_X ? "dx"
                                     : "dw",
                     t, (void *)p,
                     c->to == TO_Y   ? y
                     : c->to == TO_X ? x
                                     : w,
                     j->alpha, j->beta);
}

// Zeros for what is summed up, the operand for the others.
static double *conv_operand(const Job *j, Direction role, const char *what,
                            const Tensor *t, const void *p) {
    if (role == j->c.to) return heap_new((size_t)dnn_count(t) + 1, 8);
    return conv_factor(j, what, t, p);
}

static bool run_conv(void *args) {
    const Job *j = args;
    const Conv *c = &j->c;
    if (j->space_bytes && !sim_work_range("the workspace", j->space,
                                          j->space_bytes, 0, 1, SIM_WRITES))
        return false;
    double *x = conv_operand(j, TO_X, "x", &c->x, j->x);
    double *w = x ? conv_operand(j, TO_W, "the filter", &c->w, j->w) : NULL;
    double *y =
        w ? conv_operand(j, TO_Y, c->to == TO_Y ? "y" : "dy", &c->y, j->y)
          : NULL;
    bool ok = conv_run(j, x, w, y);
    heap_free(x);
    heap_free(w);
    heap_free(y);
    return ok;
}

// The algorithm suits, and its workspace is there.
static cudnnStatus_t conv_submit(cudnnHandle_t h, const char *name, Job *j,
                                 int algo, size_t bytes) {
    Algorithm a = conv_algorithm(&j->c, algo);
    SimWork w = {
        .name = name, .run = run_conv, .args = j, .args_bytes = sizeof *j};
    if (a.status != CUDNN_STATUS_SUCCESS)
        return dnn_refuse(a.status, "this algorithm does not suit the problem");
    NEED(bytes >= a.space && (j->space || !a.space),
         "the workspace is smaller than the algorithm needs: see "
         "cudnnGetConvolutionForwardWorkspaceSize");
    j->space_bytes = a.space;
    conv_cost(&j->c, &a, &w);
    if (j->fused && j->beta != 0) w.bytes += dnn_bytes(&j->ztensor);
    return dnn_submit(h, w);
}

// The two scalars have the type that goes with the result's.
static void conv_scale(Job *j, const void *alpha, const void *beta) {
    cudnnDataType_t type = conv_result(&j->c)->type;
    j->alpha = dnn_scalar(type, alpha);
    j->beta = dnn_scalar(type, beta);
}

#define POINTERS(a, b, c, alpha, beta)                                         \
    NEED((a) && (b) && (c) && (alpha) && (beta), "a null pointer")

cudnnStatus_t cudnnConvolutionForward(
    cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t x_desc,
    const void *x, const cudnnFilterDescriptor_t w_desc, const void *w,
    const cudnnConvolutionDescriptor_t c, cudnnConvolutionFwdAlgo_t algo,
    void *space, size_t bytes, const void *beta,
    const cudnnTensorDescriptor_t y_desc, void *y) {
    Job j = {.x = x, .w = w, .y = y, .space = space};
    DNN_CALL(cudnnConvolutionForward);
    POINTERS(x, w, y, alpha, beta);
    cudnnStatus_t s = conv_of(TO_Y, x_desc, w_desc, y_desc, c, &j.c);
    if (s != CUDNN_STATUS_SUCCESS) return s;
    conv_scale(&j, alpha, beta);
    return conv_submit(h, "cudnnConvolutionForward", &j, (int)algo, bytes);
}

cudnnStatus_t cudnnConvolutionBackwardData(
    cudnnHandle_t h, const void *alpha, const cudnnFilterDescriptor_t w_desc,
    const void *w, const cudnnTensorDescriptor_t dy_desc, const void *dy,
    const cudnnConvolutionDescriptor_t c, cudnnConvolutionBwdDataAlgo_t algo,
    void *space, size_t bytes, const void *beta,
    const cudnnTensorDescriptor_t dx_desc, void *dx) {
    Job j = {.x = dx, .w = w, .y = dy, .space = space};
    DNN_CALL(cudnnConvolutionBackwardData);
    POINTERS(dx, w, dy, alpha, beta);
    cudnnStatus_t s = conv_of(TO_X, dx_desc, w_desc, dy_desc, c, &j.c);
    if (s != CUDNN_STATUS_SUCCESS) return s;
    conv_scale(&j, alpha, beta);
    return conv_submit(h, "cudnnConvolutionBackwardData", &j, (int)algo, bytes);
}

cudnnStatus_t cudnnConvolutionBackwardFilter(
    cudnnHandle_t h, const void *alpha, const cudnnTensorDescriptor_t x_desc,
    const void *x, const cudnnTensorDescriptor_t dy_desc, const void *dy,
    const cudnnConvolutionDescriptor_t c, cudnnConvolutionBwdFilterAlgo_t algo,
    void *space, size_t bytes, const void *beta,
    const cudnnFilterDescriptor_t dw_desc, void *dw) {
    Job j = {.x = x, .w = dw, .y = dy, .space = space};
    DNN_CALL(cudnnConvolutionBackwardFilter);
    POINTERS(x, dw, dy, alpha, beta);
    cudnnStatus_t s = conv_of(TO_W, x_desc, dw_desc, dy_desc, c, &j.c);
    if (s != CUDNN_STATUS_SUCCESS) return s;
    conv_scale(&j, alpha, beta);
    return conv_submit(h, "cudnnConvolutionBackwardFilter", &j, (int)algo,
                       bytes);
}

// A value for each channel of y.
static bool is_of_channels(const Tensor *b, const Tensor *y) {
    if (b->dims != y->dims || b->size[1] != y->size[1]) return false;
    for (int d = 0; d < b->dims; d++)
        if (d != 1 && b->size[d] != 1) return false;
    return true;
}

// The list of the fused call in cuDNN's documentation.
static cudnnStatus_t check_fused(const Job *j, int algo) {
    const Tensor *y = &j->c.y;
    NEED(dnn_same_sizes(&j->ztensor, y) && j->ztensor.type == y->type,
         "z and y differ");
    NEED(is_of_channels(&j->btensor, y) && j->btensor.type == y->type,
         "the bias is not of 1 x k x 1 x 1, or not of y's type");
    NEED(j->act.set, "the activation was created and not set");
    if (j->act.nan != CUDNN_NOT_PROPAGATE_NAN)
        REFUSED("a fused activation does not propagate NaN");
    bool plain = j->act.mode == CUDNN_ACTIVATION_IDENTITY;
    if (j->act.mode != CUDNN_ACTIVATION_RELU && !plain)
        REFUSED("the activation is neither RELU nor IDENTITY: only these are "
                "fused with a convolution");
    if (plain && algo != CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM)
        REFUSED("IDENTITY is fused by IMPLICIT_PRECOMP_GEMM alone");
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnConvolutionBiasActivationForward(
    cudnnHandle_t h, const void *alpha1, const cudnnTensorDescriptor_t x_desc,
    const void *x, const cudnnFilterDescriptor_t w_desc, const void *w,
    const cudnnConvolutionDescriptor_t c, cudnnConvolutionFwdAlgo_t algo,
    void *space, size_t bytes, const void *alpha2,
    const cudnnTensorDescriptor_t z_desc, const void *z,
    const cudnnTensorDescriptor_t bias_desc, const void *bias,
    const cudnnActivationDescriptor_t a, const cudnnTensorDescriptor_t y_desc,
    void *y) {
    Job j = {.x = x, .w = w, .y = y, .space = space, .fused = true};
    DNN_CALL(cudnnConvolutionBiasActivationForward);
    POINTERS(x, w, y, alpha1, alpha2);
    NEED(z_desc && z && bias_desc && bias && a, "a null pointer");
    cudnnStatus_t s = conv_of(TO_Y, x_desc, w_desc, y_desc, c, &j.c);
    if (s != CUDNN_STATUS_SUCCESS) return s;
    conv_scale(&j, alpha1, alpha2);
    j.ztensor = z_desc->t;
    j.btensor = bias_desc->t;
    j.z = z;
    j.bias = bias;
    j.act = *a;
    s = check_fused(&j, (int)algo);
    if (s != CUDNN_STATUS_SUCCESS) return s;
    return conv_submit(h, "cudnnConvolutionBiasActivationForward", &j,
                       (int)algo, bytes);
}

// ---- bias

typedef struct BiasJob {
    Tensor dy, db;
    const void *from;
    void *to;
    double alpha, beta;
} BiasJob;

static bool run_bias(void *args) {
    const BiasJob *j = args;
    size_t n = (size_t)dnn_count(&j->dy), channels = (size_t)j->dy.size[1];
    size_t places = n / (size_t)j->dy.size[0] / channels;
    double *v = dnn_load("dy", &j->dy, j->from);
    if (!v) return false;
    double *sum = heap_new(channels, sizeof *sum);
    for (size_t i = 0; i < n; i++)
        sum[i / places % channels] += v[i];
    bool ok = dnn_store("db", &j->db, j->to, sum, j->alpha, j->beta);
    heap_free(sum);
    heap_free(v);
    return ok;
}

cudnnStatus_t
cudnnConvolutionBackwardBias(cudnnHandle_t h, const void *alpha,
                             const cudnnTensorDescriptor_t dy_desc,
                             const void *dy, const void *beta,
                             const cudnnTensorDescriptor_t db_desc, void *db) {
    DNN_CALL(cudnnConvolutionBackwardBias);
    POINTERS(dy_desc, dy, db, alpha, beta);
    NEED(db_desc && is_of_channels(&db_desc->t, &dy_desc->t),
         "db is not of 1 x k x 1 x 1");
    BiasJob j = {.dy = dy_desc->t, .db = db_desc->t, .from = dy, .to = db};
    j.alpha = dnn_scalar(j.db.type, alpha);
    j.beta = dnn_scalar(j.db.type, beta);
    SimWork w = DNN_WORK("cudnnConvolutionBackwardBias", run_bias, j,
                         dnn_bytes(&j.dy) + dnn_bytes(&j.db));
    return dnn_submit(h, w);
}
