// cuDNN: batch normalisation, for inference, training and backwards.
#include "libs/dnn.h"

#include "base/heap.h"

#include <math.h>
#include <string.h>

cudnnStatus_t
cudnnDeriveBNTensorDescriptor(cudnnTensorDescriptor_t derived,
                              const cudnnTensorDescriptor_t x_desc,
                              cudnnBatchNormMode_t mode) {
    NEED(derived && x_desc && x_desc->t.dims, "a null pointer");
    Tensor t = x_desc->t;
    int stride = 1;
    if (t.type != CUDNN_DATA_DOUBLE) t.type = CUDNN_DATA_FLOAT;
    t.size[0] = 1;
    for (int d = t.dims - 1; d >= 0; d--) {
        if (d >= 2 && mode != CUDNN_BATCHNORM_PER_ACTIVATION) t.size[d] = 1;
        t.stride[d] = stride;
        stride *= t.size[d];
    }
    derived->t = t;
    return CUDNN_STATUS_SUCCESS;
}

typedef enum Pass { INFERENCE, TRAINING, BACK } Pass;

typedef struct Job {
    Pass pass;
    Tensor x, dy, out, param;
    const void *px, *pdy, *scale, *bias, *mean, *variance;
    void *to, *running_mean, *running_variance, *saved_mean, *saved_inverse;
    void *dscale, *dbias;
    double alpha, beta, alpha_param, beta_param, factor, epsilon;
} Job;

// The parameter that an element of x belongs to, and how many share one.
static size_t group_of(const Job *j, size_t i) {
    size_t image = (size_t)dnn_count(&j->x) / (size_t)j->x.size[0];
    size_t groups = (size_t)dnn_count(&j->param);
    return i % image / (image / groups);
}

// Sums of each group: of v, or of v * (u - mean).
static double *group_sums(const Job *j, const double *v, const double *u,
                          const double *mean) {
    size_t n = (size_t)dnn_count(&j->x);
    double *sum = heap_new((size_t)dnn_count(&j->param), sizeof *sum);
    for (size_t i = 0; i < n; i++) {
        size_t g = group_of(j, i);
        sum[g] += u ? v[i] * (u[i] - mean[g]) : v[i];
    }
    return sum;
}

// All that a pass has in doubles; what it does not need stays NULL.
typedef struct Values {
    double *x, *dy, *scale, *bias, *mean, *inverse, *out;
} Values;

static void free_values(Values *v) {
    double *all[] = {v->x,    v->dy,      v->scale, v->bias,
                     v->mean, v->inverse, v->out};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        heap_free(all[i]);
}

static bool normalise(const Job *j, Values *v) {
    size_t n = (size_t)dnn_count(&j->x);
    for (size_t i = 0; i < n; i++) {
        size_t g = group_of(j, i);
        v->out[i] =
            v->scale[g] * (v->x[i] - v->mean[g]) * v->inverse[g] + v->bias[g];
    }
    return dnn_store("y", &j->out, j->to, v->out, j->alpha, j->beta);
}

static bool keep_result(const Job *j, const char *what, void *p,
                        const double *v, double factor) {
    return !p || dnn_store(what, &j->param, p, v, factor, 1 - factor);
}

// Mean and variance of the batch; running values move towards them by
// `factor`, the variance without bias.
static bool train(const Job *j, Values *v) {
    size_t groups = (size_t)dnn_count(&j->param);
    double m = (double)dnn_count(&j->x) / (double)groups;
    v->mean = group_sums(j, v->x, NULL, NULL);
    for (size_t g = 0; g < groups; g++)
        v->mean[g] /= m;
    double *var = heap_new(groups, sizeof *var);
    for (size_t i = 0; i < (size_t)dnn_count(&j->x); i++) {
        double d = v->x[i] - v->mean[group_of(j, i)];
        var[group_of(j, i)] += d * d;
    }
    v->inverse = heap_new(groups, sizeof *v->inverse);
    for (size_t g = 0; g < groups; g++) {
        v->inverse[g] = 1 / sqrt(var[g] / m + j->epsilon);
        var[g] /= m > 1 ? m - 1 : 1;
    }
    bool ok =
        keep_result(j, "the running mean", j->running_mean, v->mean,
                    j->factor) &&
        keep_result(j, "the running variance", j->running_variance, var,
                    j->factor) &&
        keep_result(j, "the saved mean", j->saved_mean, v->mean, 1) &&
        keep_result(j, "the saved deviation", j->saved_inverse, v->inverse, 1);
    heap_free(var);
    return ok && normalise(j, v);
}

static bool backwards(const Job *j, Values *v) {
    size_t n = (size_t)dnn_count(&j->x);
    double m = (double)n / (double)dnn_count(&j->param);
    double *db = group_sums(j, v->dy, NULL, NULL);
    double *ds = group_sums(j, v->dy, v->x, v->mean);
    for (int64_t g = 0; g < dnn_count(&j->param); g++)
        ds[g] *= v->inverse[g];
    for (size_t i = 0; i < n; i++) {
        size_t g = group_of(j, i);
        double xhat = (v->x[i] - v->mean[g]) * v->inverse[g];
        v->out[i] = v->scale[g] * v->inverse[g] *
                    (v->dy[i] - db[g] / m - xhat * ds[g] / m);
    }
    bool ok = dnn_store("dx", &j->out, j->to, v->out, j->alpha, j->beta) &&
              dnn_store("dscale", &j->param, j->dscale, ds, j->alpha_param,
                        j->beta_param) &&
              dnn_store("dbias", &j->param, j->dbias, db, j->alpha_param,
                        j->beta_param);
    heap_free(ds);
    heap_free(db);
    return ok;
}

// Variances to 1 / deviations.
static void invert(const Job *j, double *v) {
    for (int64_t g = 0; v && g < dnn_count(&j->param); g++)
        v[g] = 1 / sqrt(v[g] + j->epsilon);
}

// Without saved values the backward pass takes them from x again.
static bool statistics(const Job *j, Values *v) {
    if (j->pass == TRAINING) return true;
    if (j->mean) {
        v->mean = dnn_load("the mean", &j->param, j->mean);
        v->inverse =
            v->mean ? dnn_load("the variance", &j->param, j->variance) : NULL;
        if (j->pass == INFERENCE) invert(j, v->inverse);
        return v->inverse;
    }
    size_t groups = (size_t)dnn_count(&j->param);
    double m = (double)dnn_count(&j->x) / (double)groups;
    v->mean = group_sums(j, v->x, NULL, NULL);
    for (size_t g = 0; g < groups; g++)
        v->mean[g] /= m;
    v->inverse =
        group_sums(j, v->x, v->x, v->mean); // x (x - mean): the same sum
    for (size_t g = 0; g < groups; g++)
        v->inverse[g] /= m;
    invert(j, v->inverse);
    return true;
}

static bool run_norm(void *args) {
    const Job *j = args;
    Values v = {.out = heap_new((size_t)dnn_count(&j->x) + 1, sizeof(double))};
    v.x = dnn_load("x", &j->x, j->px);
    v.scale = v.x ? dnn_load("the scale", &j->param, j->scale) : NULL;
    bool ok = v.scale;
    if (ok && j->pass == BACK) ok = (v.dy = dnn_load("dy", &j->dy, j->pdy));
    if (ok && j->pass != BACK)
        ok = (v.bias = dnn_load("the bias", &j->param, j->bias));
    ok = ok && statistics(j, &v);
    if (ok)
        ok = j->pass == INFERENCE  ? normalise(j, &v)
             : j->pass == TRAINING ? train(j, &v)
                                   : backwards(j, &v);
    free_values(&v);
    return ok;
}

static cudnnStatus_t norm_submit(cudnnHandle_t h, const char *name, Job *j,
                                 cudnnBatchNormMode_t mode) {
    struct cudnnTensorStruct want, x = {j->x};
    NEED((unsigned)mode <= CUDNN_BATCHNORM_SPATIAL_PERSISTENT, "no such mode");
    cudnnDeriveBNTensorDescriptor(&want, &x, mode);
    NEED(dnn_same_sizes(&want.t, &j->param),
         "the parameters are not of cudnnDeriveBNTensorDescriptor's sizes");
    NEED(dnn_same_sizes(&j->x, &j->out) && j->epsilon >= 0,
         "x and y differ in size, or epsilon is negative");
    // Training reads x twice: for the moments and to normalise.
    double bytes =
        dnn_bytes(&j->x) * (j->pass == INFERENCE ? 1 : 2) + dnn_bytes(&j->out);
    if (j->pass == BACK) bytes += 2 * dnn_bytes(&j->dy);
    SimWork w = DNN_WORK(name, run_norm, *j, bytes);
    return dnn_submit(h, w);
}

cudnnStatus_t cudnnBatchNormalizationForwardInference(
    cudnnHandle_t h, cudnnBatchNormMode_t mode, const void *alpha,
    const void *beta, const cudnnTensorDescriptor_t x_desc, const void *x,
    const cudnnTensorDescriptor_t y_desc, void *y,
    const cudnnTensorDescriptor_t param_desc, const void *scale,
    const void *bias, const void *mean, const void *variance, double epsilon) {
    DNN_CALL(cudnnBatchNormalizationForwardInference);
    NEED(alpha && beta && x_desc && x && y_desc && y && param_desc && scale &&
             bias && mean && variance,
         "a null pointer");
    Job j = {INFERENCE, .x = x_desc->t, .out = y_desc->t, .px = x, .to = y};
    j.param = param_desc->t;
    j.scale = scale, j.bias = bias, j.mean = mean, j.variance = variance;
    j.alpha = dnn_scalar(j.out.type, alpha);
    j.beta = dnn_scalar(j.out.type, beta);
    j.epsilon = epsilon;
    return norm_submit(h, "cudnnBatchNormalizationForwardInference", &j, mode);
}

cudnnStatus_t cudnnBatchNormalizationForwardTraining(
    cudnnHandle_t h, cudnnBatchNormMode_t mode, const void *alpha,
    const void *beta, const cudnnTensorDescriptor_t x_desc, const void *x,
    const cudnnTensorDescriptor_t y_desc, void *y,
    const cudnnTensorDescriptor_t param_desc, const void *scale,
    const void *bias, double factor, void *running_mean, void *running_variance,
    double epsilon, void *saved_mean, void *saved_inverse) {
    DNN_CALL(cudnnBatchNormalizationForwardTraining);
    NEED(alpha && beta && x_desc && x && y_desc && y && param_desc && scale &&
             bias,
         "a null pointer");
    NEED(!running_mean == !running_variance && !saved_mean == !saved_inverse,
         "one of two results has no place");
    Job j = {TRAINING, .x = x_desc->t, .out = y_desc->t, .px = x, .to = y};
    j.param = param_desc->t;
    j.scale = scale, j.bias = bias;
    j.running_mean = running_mean, j.running_variance = running_variance;
    j.saved_mean = saved_mean, j.saved_inverse = saved_inverse;
    j.alpha = dnn_scalar(j.out.type, alpha);
    j.beta = dnn_scalar(j.out.type, beta);
    j.factor = factor;
    j.epsilon = epsilon;
    return norm_submit(h, "cudnnBatchNormalizationForwardTraining", &j, mode);
}

cudnnStatus_t cudnnBatchNormalizationBackward(
    cudnnHandle_t h, cudnnBatchNormMode_t mode, const void *alpha_data,
    const void *beta_data, const void *alpha_param, const void *beta_param,
    const cudnnTensorDescriptor_t x_desc, const void *x,
    const cudnnTensorDescriptor_t dy_desc, const void *dy,
    const cudnnTensorDescriptor_t dx_desc, void *dx,
    const cudnnTensorDescriptor_t param_desc, const void *scale, void *dscale,
    void *dbias, double epsilon, const void *saved_mean,
    const void *saved_inverse) {
    DNN_CALL(cudnnBatchNormalizationBackward);
    NEED(alpha_data && beta_data && alpha_param && beta_param && x_desc && x &&
             dy_desc && dy && dx_desc && dx && param_desc && scale && dscale &&
             dbias,
         "a null pointer");
    NEED(!saved_mean == !saved_inverse, "one of two saved values is missing");
    NEED(dnn_same_sizes(&x_desc->t, &dy_desc->t), "x and dy differ in size");
    Job j = {BACK, .x = x_desc->t, .out = dx_desc->t, .px = x, .to = dx};
    j.param = param_desc->t;
    j.dy = dy_desc->t, j.pdy = dy;
    j.scale = scale, j.dscale = dscale, j.dbias = dbias;
    j.mean = saved_mean, j.variance = saved_inverse;
    j.alpha = dnn_scalar(j.out.type, alpha_data);
    j.beta = dnn_scalar(j.out.type, beta_data);
    j.alpha_param = dnn_scalar(j.out.type, alpha_param);
    j.beta_param = dnn_scalar(j.out.type, beta_param);
    j.epsilon = epsilon;
    return norm_submit(h, "cudnnBatchNormalizationBackward", &j, mode);
}
