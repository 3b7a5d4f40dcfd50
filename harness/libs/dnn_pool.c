// cuDNN: pooling and softmax, forwards and backwards.
#include "libs/dnn.h"

#include "base/heap.h"

#include <math.h>
#include <string.h>

// ---- pooling

static bool pool_output(const struct cudnnPoolingStruct *p, const Tensor *x,
                        int size[CUDNN_DIM_MAX]) {
    if (!p->win.dims || x->dims != p->win.dims + 2) return false;
    size[0] = x->size[0];
    size[1] = x->size[1];
    for (int d = 0; d < p->win.dims; d++) {
        int left = x->size[2 + d] + 2 * p->win.pad[d] - p->win.size[d];
        if (left < 0) return false;
        size[2 + d] = left / p->win.stride[d] + 1;
    }
    return true;
}

cudnnStatus_t
cudnnGetPoolingNdForwardOutputDim(const cudnnPoolingDescriptor_t p,
                                  const cudnnTensorDescriptor_t x_desc,
                                  int dims, int size[]) {
    int out[CUDNN_DIM_MAX];
    NEED(p && x_desc && size, "a null pointer");
    NEED(dims == x_desc->t.dims && pool_output(p, &x_desc->t, out),
         "the window does not fit the input");
    memcpy(size, out, sizeof(int) * (size_t)dims);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t
cudnnGetPooling2dForwardOutputDim(const cudnnPoolingDescriptor_t p,
                                  const cudnnTensorDescriptor_t x_desc, int *n,
                                  int *c, int *h, int *w) {
    int size[4] = {0};
    NEED(n && c && h && w, "a null pointer");
    cudnnStatus_t s = cudnnGetPoolingNdForwardOutputDim(p, x_desc, 4, size);
    if (s == CUDNN_STATUS_SUCCESS)
        *n = size[0], *c = size[1], *h = size[2], *w = size[3];
    return s;
}

typedef struct PoolJob {
    struct cudnnPoolingStruct p;
    Tensor x, y, dy, dx;
    const void *px, *py, *pdy;
    void *to;
    double alpha, beta;
    bool back;
} PoolJob;

// The window of one output, a box of the input: from..to of each dimension.
typedef struct Box {
    int from[MOST_SPACE], to[MOST_SPACE];
    int inside, all; // places that count
} Box;

static Box box_of(const PoolJob *j, const Walk *w) {
    const Window *v = &j->p.win;
    Box b = {.inside = 1, .all = 1};
    for (int d = 0; d < v->dims; d++) {
        int first = w->i[2 + d] * v->stride[d] - v->pad[d];
        b.from[d] = max_of(first, 0);
        b.to[d] = min_of(first + v->size[d], j->x.size[2 + d]);
        b.inside *= max_of(b.to[d] - b.from[d], 0);
        b.all *= v->size[d];
    }
    return b;
}

static bool is_max(const PoolJob *j) {
    return j->p.mode == CUDNN_POOLING_MAX ||
           j->p.mode == CUDNN_POOLING_MAX_DETERMINISTIC;
}

// One output, from its window, or what it gives back to the window. x and dx
// begin at their channel.
static double pool(const PoolJob *j, const Box *b, const double *x, double *dx,
                   double dy) {
    const Window *v = &j->p.win;
    bool excludes = j->p.mode == CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING;
    int count = excludes ? b->inside : b->all;
    int i[MOST_SPACE] = {0};
    double most = -INFINITY, sum = 0;
    size_t best = 0;
    bool found = false;
    memcpy(i, b->from, sizeof i);
    for (int n = 0; n < b->inside; n++) {
        size_t at = 0;
        for (int d = 0; d < v->dims; d++)
            at = at * (size_t)j->x.size[2 + d] + (size_t)i[d];
        double one = x[at];
        bool nan = isnan(one) && j->p.nan == CUDNN_PROPAGATE_NAN;
        sum += one;
        if (!found || one > most || nan) most = one, best = at, found = true;
        if (dx && !is_max(j)) dx[at] += dy / count;
        for (int d = v->dims - 1; d >= 0 && ++i[d] >= b->to[d]; d--)
            i[d] = b->from[d];
    }
    if (dx && is_max(j) && found) dx[best] += dy;
    return is_max(j) ? most : count ? sum / count : 0;
}

static bool run_pool(void *args) {
    const PoolJob *j = args;
    size_t plane = 1, i = 0;
    for (int d = 2; d < j->x.dims; d++)
        plane *= (size_t)j->x.size[d];
    double *x = dnn_load("x", &j->x, j->px);
    double *y = x && j->back ? dnn_load("y", &j->y, j->py) : NULL;
    double *dy = y ? dnn_load("dy", &j->dy, j->pdy) : NULL;
    bool ok = x && (!j->back || dy);
    const Tensor *out = j->back ? &j->dx : &j->y;
    double *v = heap_new((size_t)dnn_count(out) + 1, sizeof *v);
    Walk w = {0};
    do {
        if (!ok) break;
        size_t channel = (size_t)w.i[0] * (size_t)j->x.size[1] + (size_t)w.i[1];
        Box b = box_of(j, &w);
        double one =
            pool(j, &b, x + channel * plane,
                 j->back ? v + channel * plane : NULL, j->back ? dy[i] : 0);
        if (!j->back) v[i] = one;
        i++;
    } while (dnn_next(&j->y, &w));
    ok =
        ok && dnn_store(j->back ? "dx" : "y", out, j->to, v, j->alpha, j->beta);
    heap_free(v);
    heap_free(dy);
    heap_free(y);
    heap_free(x);
    return ok;
}

static bool is_pooled(const struct cudnnPoolingStruct *p, const Tensor *x,
                      const Tensor *y) {
    int size[CUDNN_DIM_MAX];
    return pool_output(p, x, size) && y->dims == x->dims &&
           memcmp(size, y->size, sizeof(int) * (size_t)y->dims) == 0;
}

cudnnStatus_t
cudnnPoolingForward(cudnnHandle_t h, const cudnnPoolingDescriptor_t p,
                    const void *alpha, const cudnnTensorDescriptor_t x_desc,
                    const void *x, const void *beta,
                    const cudnnTensorDescriptor_t y_desc, void *y) {
    DNN_CALL(cudnnPoolingForward);
    NEED(p && alpha && x_desc && x && beta && y_desc && y, "a null pointer");
    NEED(is_pooled(p, &x_desc->t, &y_desc->t),
         "the sizes of y are not those of cudnnGetPooling2dForwardOutputDim");
    PoolJob j = {.p = *p, .x = x_desc->t, .y = y_desc->t, .px = x, .to = y};
    j.alpha = dnn_scalar(j.y.type, alpha);
    j.beta = dnn_scalar(j.y.type, beta);
    SimWork w = DNN_WORK("cudnnPoolingForward", run_pool, j,
                         dnn_bytes(&j.x) + dnn_bytes(&j.y));
    return dnn_submit(h, w);
}

cudnnStatus_t
cudnnPoolingBackward(cudnnHandle_t h, const cudnnPoolingDescriptor_t p,
                     const void *alpha, const cudnnTensorDescriptor_t y_desc,
                     const void *y, const cudnnTensorDescriptor_t dy_desc,
                     const void *dy, const cudnnTensorDescriptor_t x_desc,
                     const void *x, const void *beta,
                     const cudnnTensorDescriptor_t dx_desc, void *dx) {
    DNN_CALL(cudnnPoolingBackward);
    NEED(p && alpha && y_desc && y && dy_desc && dy && x_desc && x && beta &&
             dx_desc && dx,
         "a null pointer");
    NEED(is_pooled(p, &x_desc->t, &y_desc->t) &&
             dnn_same_sizes(&y_desc->t, &dy_desc->t) &&
             dnn_same_sizes(&x_desc->t, &dx_desc->t),
         "the sizes of x, y, dx and dy do not fit together");
    PoolJob j = {.p = *p, .x = x_desc->t, .y = y_desc->t, .px = x, .to = dx};
    j.back = true;
    j.dy = dy_desc->t, j.dx = dx_desc->t;
    j.py = y, j.pdy = dy;
    j.alpha = dnn_scalar(j.dx.type, alpha);
    j.beta = dnn_scalar(j.dx.type, beta);
    SimWork w = DNN_WORK("cudnnPoolingBackward", run_pool, j,
                         2 * (dnn_bytes(&j.x) + dnn_bytes(&j.y)));
    return dnn_submit(h, w);
}

// ---- softmax

typedef struct SoftJob {
    cudnnSoftmaxAlgorithm_t algo;
    bool channel, back;
    Tensor a, b, out; // forwards x is a, backwards y is a and dy is b
    const void *pa, *pb;
    void *to;
    double alpha, beta;
} SoftJob;

// One vector of n elements, `step` apart.
static void soft(const SoftJob *j, const double *x, double *v, size_t n,
                 size_t step) {
    double most = j->algo == CUDNN_SOFTMAX_FAST ? 0 : -INFINITY, sum = 0;
    for (size_t i = 0; i < n && j->algo != CUDNN_SOFTMAX_FAST; i++)
        most = fmax(most, x[i * step]);
    for (size_t i = 0; i < n; i++)
        sum += exp(x[i * step] - most);
    for (size_t i = 0; i < n; i++) {
        double d = x[i * step] - most;
        v[i * step] =
            j->algo == CUDNN_SOFTMAX_LOG ? d - log(sum) : exp(d) / sum;
    }
}

static void soft_back(const SoftJob *j, const double *y, const double *dy,
                      double *v, size_t n, size_t step) {
    bool logs = j->algo == CUDNN_SOFTMAX_LOG;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += dy[i * step] * (logs ? 1 : y[i * step]);
    for (size_t i = 0; i < n; i++) {
        double one = y[i * step], d = dy[i * step];
        v[i * step] = logs ? d - exp(one) * sum : one * (d - sum);
    }
}

static bool run_soft(void *args) {
    const SoftJob *j = args;
    size_t all = (size_t)dnn_count(&j->out), images = (size_t)j->out.size[0];
    size_t channels = (size_t)j->out.size[1], image = all / images;
    size_t places = image / channels;
    size_t n = j->channel ? channels : image, step = j->channel ? places : 1;
    double *a = dnn_load(j->back ? "y" : "x", &j->a, j->pa);
    double *b = a && j->back ? dnn_load("dy", &j->b, j->pb) : NULL;
    bool ok = a && (b || !j->back);
    double *v = heap_new(all + 1, sizeof *v);
    for (size_t i = 0; ok && i < images; i++)
        for (size_t p = 0; p < step; p++) {
            size_t at = i * image + p;
            if (j->back)
                soft_back(j, a + at, b + at, v + at, n, step);
            else
                soft(j, a + at, v + at, n, step);
        }
    ok = ok &&
         dnn_store(j->back ? "dx" : "y", &j->out, j->to, v, j->alpha, j->beta);
    heap_free(v);
    heap_free(b);
    heap_free(a);
    return ok;
}

static bool is_softmax(cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode) {
    return (unsigned)algo <= CUDNN_SOFTMAX_LOG &&
           (unsigned)mode <= CUDNN_SOFTMAX_MODE_CHANNEL;
}

cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t h, cudnnSoftmaxAlgorithm_t algo,
                                  cudnnSoftmaxMode_t mode, const void *alpha,
                                  const cudnnTensorDescriptor_t x_desc,
                                  const void *x, const void *beta,
                                  const cudnnTensorDescriptor_t y_desc,
                                  void *y) {
    DNN_CALL(cudnnSoftmaxForward);
    NEED(alpha && x_desc && x && beta && y_desc && y, "a null pointer");
    NEED(is_softmax(algo, mode), "no such softmax");
    NEED(dnn_same_sizes(&x_desc->t, &y_desc->t), "x and y differ in size");
    SoftJob j = {.algo = algo, .a = x_desc->t, .pa = x, .out = y_desc->t};
    j.channel = mode == CUDNN_SOFTMAX_MODE_CHANNEL;
    j.to = y;
    j.alpha = dnn_scalar(j.out.type, alpha);
    j.beta = dnn_scalar(j.out.type, beta);
    SimWork w = DNN_WORK("cudnnSoftmaxForward", run_soft, j,
                         dnn_bytes(&j.a) + dnn_bytes(&j.out));
    return dnn_submit(h, w);
}

cudnnStatus_t cudnnSoftmaxBackward(
    cudnnHandle_t h, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
    const void *alpha, const cudnnTensorDescriptor_t y_desc, const void *y,
    const cudnnTensorDescriptor_t dy_desc, const void *dy, const void *beta,
    const cudnnTensorDescriptor_t dx_desc, void *dx) {
    DNN_CALL(cudnnSoftmaxBackward);
    NEED(alpha && y_desc && y && dy_desc && dy && beta && dx_desc && dx,
         "a null pointer");
    NEED(is_softmax(algo, mode), "no such softmax");
    NEED(dnn_same_sizes(&y_desc->t, &dy_desc->t) &&
             dnn_same_sizes(&y_desc->t, &dx_desc->t),
         "y, dy and dx differ in size");
    SoftJob j = {.algo = algo, .a = y_desc->t, .pa = y, .back = true};
    j.channel = mode == CUDNN_SOFTMAX_MODE_CHANNEL;
    j.b = dy_desc->t, j.pb = dy;
    j.out = dx_desc->t, j.to = dx;
    j.alpha = dnn_scalar(j.out.type, alpha);
    j.beta = dnn_scalar(j.out.type, beta);
    SimWork w =
        DNN_WORK("cudnnSoftmaxBackward", run_soft, j, 3 * dnn_bytes(&j.out));
    return dnn_submit(h, w);
}
