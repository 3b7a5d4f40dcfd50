// Inside cuDNN: handles, descriptors, elements, handing work in.
//
// As in cuBLAS (blas.h) a call checks its arguments and fills a structure, and
// the work, perhaps later, asks for its memory and computes. A descriptor may
// be destroyed before the work runs, so the structure holds copies of all.
#ifndef LIBS_DNN_H
#define LIBS_DNN_H

#include "base/base.h"
#include "sim/library.h"

#include <cudnn.h>

struct cudnnContext {
    struct SimStream *stream;
};

// A tensor or a filter: sizes and distances, outermost dimension first. dims 0:
// not set yet.
typedef struct Tensor {
    cudnnDataType_t type;
    int dims;
    int size[CUDNN_DIM_MAX], stride[CUDNN_DIM_MAX];
} Tensor;

struct cudnnTensorStruct {
    Tensor t;
};
struct cudnnFilterStruct {
    Tensor t;
    cudnnTensorFormat_t format;
};

// Of the places of an image: height and width, or three.
enum { MOST_SPACE = 3 };
typedef struct Window {
    int dims;
    int size[MOST_SPACE], pad[MOST_SPACE], stride[MOST_SPACE];
    int dilation[MOST_SPACE];
} Window;

struct cudnnConvolutionStruct {
    Window win; // its sizes are the filter's
    cudnnConvolutionMode_t mode;
    cudnnDataType_t compute;
    cudnnMathType_t math;
    int groups;
};
struct cudnnPoolingStruct {
    Window win;
    cudnnPoolingMode_t mode;
    cudnnNanPropagation_t nan;
};
struct cudnnActivationStruct {
    bool set;
    cudnnActivationMode_t mode;
    cudnnNanPropagation_t nan;
    double coef;
};
struct cudnnOpTensorStruct {
    cudnnOpTensorOp_t op;
    cudnnNanPropagation_t nan;
};

struct cudnnReduceTensorStruct {
    cudnnReduceTensorOp_t op;
    cudnnReduceTensorIndices_t indices;
};

// ---- refusals

// Keeps a sentence for cudnnGetLastErrorString and returns the status.
cudnnStatus_t dnn_refuse(cudnnStatus_t s, const char *why);

#define BAD(why)     return dnn_refuse(CUDNN_STATUS_BAD_PARAM, why)
#define REFUSED(why) return dnn_refuse(CUDNN_STATUS_NOT_SUPPORTED, why)
#define NEED(ok, why)                                                          \
    if (!(ok)) BAD(why)

// The beginning of each call of work, in the function that programs call.
#define DNN_CALL(fn)                                                           \
    sim_work_from(__builtin_return_address(0));                                \
    sim_work_called(#fn);                                                      \
    if (!h) return dnn_refuse(CUDNN_STATUS_NOT_INITIALIZED, "no handle")

// ---- elements

// Bytes of an element; 0 for a type that is not simulated.
size_t dnn_size(cudnnDataType_t t);
double dnn_get(cudnnDataType_t t, const void *p);
void dnn_put(cudnnDataType_t t, void *p, double v);
// An alpha or beta: a double for tensors of doubles, else a float.
double dnn_scalar(cudnnDataType_t t, const void *p);

// ---- tensors

bool dnn_same_sizes(const Tensor *a, const Tensor *b);
// Elements, and from the first to the last of them with gaps.
int64_t dnn_count(const Tensor *t);
int64_t dnn_extent(const Tensor *t);
static inline double dnn_bytes(const Tensor *t) {
    return (double)dnn_count(t) * (double)dnn_size(t->type);
}

// In the work: where the tensor is, or NULL: refused. Every element counts as
// read or written, gaps do not.
void *dnn_memory(const char *what, const Tensor *t, const void *p, int access);

// A walk over all elements in order of the dimensions; `at` is the place of
// each, in elements. Begin with a zeroed one.
typedef struct Walk {
    int i[CUDNN_DIM_MAX];
} Walk;
bool dnn_next(const Tensor *t, Walk *w);
static inline int64_t dnn_at(const Tensor *t, const Walk *w) {
    int64_t at = 0;
    for (int d = 0; d < t->dims; d++)
        at += (int64_t)w->i[d] * t->stride[d];
    return at;
}
// Of a tensor that is repeated along dimensions of size 1.
int64_t dnn_repeated_at(const Tensor *t, const Walk *w);

// All elements as doubles without gaps, in order of the dimensions; the caller
// frees it (heap_free). NULL: refused.
double *dnn_load(const char *what, const Tensor *t, const void *p);
// The other way: y = alpha v + beta y. False: refused.
bool dnn_store(const char *what, const Tensor *t, void *p, const double *v,
               double alpha, double beta);

// The activation's result for x.
double dnn_activate(const struct cudnnActivationStruct *a, double x);

// Floats keep 10 bits of mantissa, as tensor cores take them.
double dnn_tf32(double v);

// ---- work

cudnnStatus_t dnn_submit(cudnnHandle_t h, SimWork w);

// Work that is bound by memory, of about that many bytes.
#define DNN_WORK(name_, run_, args_, bytes_)                                   \
    (SimWork) {                                                                \
        .name = (name_), .run = (run_), .args = &(args_),                      \
        .args_bytes = sizeof(args_), .bytes = (double)(bytes_), .block = 256,  \
        .grid = (unsigned)((bytes_) / 4096) + 1                                \
    }

#endif
