// cuDNN: descriptors of tensors, filters, convolutions, pooling, activations.
#include "libs/dnn.h"

#include "base/heap.h"

#include <limits.h>
#include <string.h>

// Creates a zeroed one; sim_work_called counts both for those that look for
// leaks.
#define DESCRIPTOR(Name, T)                                                    \
    cudnnStatus_t cudnnCreate##Name(T *d) {                                    \
        sim_work_called("cudnnCreate" #Name);                                  \
        NEED(d, "no place for the descriptor");                                \
        *d = heap_new(1, sizeof **d);                                          \
        return CUDNN_STATUS_SUCCESS;                                           \
    }                                                                          \
    cudnnStatus_t cudnnDestroy##Name(T d) {                                    \
        sim_work_called("cudnnDestroy" #Name);                                 \
        heap_free(d);                                                          \
        return CUDNN_STATUS_SUCCESS;                                           \
    }

DESCRIPTOR(TensorDescriptor, cudnnTensorDescriptor_t)
DESCRIPTOR(FilterDescriptor, cudnnFilterDescriptor_t)
DESCRIPTOR(ConvolutionDescriptor, cudnnConvolutionDescriptor_t)
DESCRIPTOR(PoolingDescriptor, cudnnPoolingDescriptor_t)
DESCRIPTOR(ActivationDescriptor, cudnnActivationDescriptor_t)
DESCRIPTOR(OpTensorDescriptor, cudnnOpTensorDescriptor_t)
DESCRIPTOR(ReduceTensorDescriptor, cudnnReduceTensorDescriptor_t)

// ---- sizes and distances

// The order of the dimensions in memory, outermost first: n c h w, or n h w c.
static void set_strides(Tensor *t, cudnnTensorFormat_t format) {
    int64_t stride = 1;
    bool last = format == CUDNN_TENSOR_NHWC;
    if (last) t->stride[1] = 1, stride = t->size[1];
    for (int d = t->dims - 1; d >= 0; d--) {
        if (last && d == 1) continue;
        t->stride[d] = (int)stride;
        stride *= t->size[d];
    }
}

static cudnnStatus_t set_tensor(Tensor *to, cudnnDataType_t type, int dims,
                                const int size[], const int stride[],
                                cudnnTensorFormat_t format) {
    Tensor t = {.type = type, .dims = dims};
    int64_t all = 1;
    if (!dnn_size(type)) REFUSED("this type of elements is not simulated");
    if (dims > CUDNN_DIM_MAX) REFUSED("more dimensions than CUDNN_DIM_MAX");
    NEED(dims >= 3, "a tensor has three dimensions or more");
    if (format == CUDNN_TENSOR_NCHW_VECT_C)
        REFUSED("NCHW_VECT_C is not simulated");
    NEED(format == CUDNN_TENSOR_NCHW || format == CUDNN_TENSOR_NHWC,
         "no such format");
    for (int d = 0; d < dims; d++) {
        NEED(size[d] > 0, "a dimension is not positive");
        NEED(!stride || stride[d] > 0, "a stride is not positive");
        t.size[d] = size[d];
        t.stride[d] = stride ? stride[d] : 0;
        all *= size[d];
        if (all > INT_MAX) REFUSED("more than 2^31 - 1 elements");
    }
    if (!stride) set_strides(&t, format);
    *to = t;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t t,
                                         cudnnTensorFormat_t format,
                                         cudnnDataType_t type, int n, int c,
                                         int h, int w) {
    NEED(t, "no descriptor");
    return set_tensor(&t->t, type, 4, (int[]){n, c, h, w}, NULL, format);
}

cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t t,
                                           cudnnDataType_t type, int n, int c,
                                           int h, int w, int n_stride,
                                           int c_stride, int h_stride,
                                           int w_stride) {
    NEED(t, "no descriptor");
    return set_tensor(&t->t, type, 4, (int[]){n, c, h, w},
                      (int[]){n_stride, c_stride, h_stride, w_stride},
                      CUDNN_TENSOR_NCHW);
}

cudnnStatus_t cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t t,
                                         cudnnDataType_t type, int dims,
                                         const int size[], const int stride[]) {
    NEED(t && size && stride, "a null pointer");
    return set_tensor(&t->t, type, dims, size, stride, CUDNN_TENSOR_NCHW);
}

cudnnStatus_t cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t t,
                                           cudnnTensorFormat_t format,
                                           cudnnDataType_t type, int dims,
                                           const int size[]) {
    NEED(t && size, "a null pointer");
    return set_tensor(&t->t, type, dims, size, NULL, format);
}

cudnnStatus_t cudnnGetTensorNdDescriptor(const cudnnTensorDescriptor_t t,
                                         int asked, cudnnDataType_t *type,
                                         int *dims, int size[], int stride[]) {
    NEED(t && type && dims && size && stride, "a null pointer");
    *type = t->t.type;
    *dims = t->t.dims;
    for (int d = 0; d < t->t.dims && d < asked; d++)
        size[d] = t->t.size[d], stride[d] = t->t.stride[d];
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetTensor4dDescriptor(const cudnnTensorDescriptor_t t,
                                         cudnnDataType_t *type, int *n, int *c,
                                         int *h, int *w, int *n_stride,
                                         int *c_stride, int *h_stride,
                                         int *w_stride) {
    NEED(t && type && n && c && h && w && n_stride && c_stride && h_stride &&
             w_stride,
         "a null pointer");
    NEED(t->t.dims == 4, "the tensor does not have four dimensions");
    int *const size[] = {n, c, h, w};
    int *const stride[] = {n_stride, c_stride, h_stride, w_stride};
    *type = t->t.type;
    for (int d = 0; d < 4; d++)
        *size[d] = t->t.size[d], *stride[d] = t->t.stride[d];
    return CUDNN_STATUS_SUCCESS;
}

static cudnnStatus_t bytes_of(const Tensor *t, size_t *bytes) {
    NEED(bytes, "no place for the size");
    *bytes = (size_t)dnn_extent(t) * dnn_size(t->type);
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetTensorSizeInBytes(const cudnnTensorDescriptor_t t,
                                        size_t *bytes) {
    NEED(t, "no descriptor");
    return bytes_of(&t->t, bytes);
}

// ---- filters

cudnnStatus_t cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t f,
                                         cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int dims,
                                         const int size[]) {
    NEED(f && size, "a null pointer");
    f->format = format;
    return set_tensor(&f->t, type, dims, size, NULL, format);
}

cudnnStatus_t cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t f,
                                         cudnnDataType_t type,
                                         cudnnTensorFormat_t format, int k,
                                         int c, int h, int w) {
    int size[] = {k, c, h, w};
    return cudnnSetFilterNdDescriptor(f, type, format, 4, size);
}

cudnnStatus_t cudnnGetFilterNdDescriptor(const cudnnFilterDescriptor_t f,
                                         int asked, cudnnDataType_t *type,
                                         cudnnTensorFormat_t *format, int *dims,
                                         int size[]) {
    NEED(f && type && format && dims && size, "a null pointer");
    *type = f->t.type;
    *format = f->format;
    *dims = f->t.dims;
    for (int d = 0; d < f->t.dims && d < asked; d++)
        size[d] = f->t.size[d];
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetFilter4dDescriptor(const cudnnFilterDescriptor_t f,
                                         cudnnDataType_t *type,
                                         cudnnTensorFormat_t *format, int *k,
                                         int *c, int *h, int *w) {
    int size[4], dims;
    NEED(k && c && h && w, "a null pointer");
    cudnnStatus_t s =
        cudnnGetFilterNdDescriptor(f, 4, type, format, &dims, size);
    if (s == CUDNN_STATUS_SUCCESS)
        *k = size[0], *c = size[1], *h = size[2], *w = size[3];
    return s;
}

cudnnStatus_t cudnnGetFilterSizeInBytes(const cudnnFilterDescriptor_t f,
                                        size_t *bytes) {
    NEED(f, "no descriptor");
    return bytes_of(&f->t, bytes);
}

// ---- convolutions

cudnnStatus_t cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t c,
                                              int dims, const int pad[],
                                              const int stride[],
                                              const int dilation[],
                                              cudnnConvolutionMode_t mode,
                                              cudnnDataType_t compute) {
    NEED(c && pad && stride && dilation, "a null pointer");
    if (dims > MOST_SPACE) REFUSED("more than three dimensions of space");
    NEED(dims >= 1, "no dimension of space");
    NEED(mode == CUDNN_CONVOLUTION || mode == CUDNN_CROSS_CORRELATION,
         "no such mode of a convolution");
    for (int d = 0; d < dims; d++)
        NEED(pad[d] >= 0 && stride[d] > 0 && dilation[d] > 0,
             "padding is negative, or a stride or dilation not positive");
    struct cudnnConvolutionStruct v = {.mode = mode,
                                       .compute = compute,
                                       .groups = max_of(c->groups, 1),
                                       .math = c->math};
    v.win.dims = dims;
    for (int d = 0; d < dims; d++) {
        v.win.pad[d] = pad[d];
        v.win.stride[d] = stride[d];
        v.win.dilation[d] = dilation[d];
    }
    *c = v;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t c,
                                              int pad_h, int pad_w,
                                              int stride_h, int stride_w,
                                              int dilation_h, int dilation_w,
                                              cudnnConvolutionMode_t mode,
                                              cudnnDataType_t compute) {
    int pad[] = {pad_h, pad_w}, stride[] = {stride_h, stride_w};
    int dilation[] = {dilation_h, dilation_w};
    return cudnnSetConvolutionNdDescriptor(c, 2, pad, stride, dilation, mode,
                                           compute);
}

cudnnStatus_t cudnnGetConvolution2dDescriptor(
    const cudnnConvolutionDescriptor_t c, int *pad_h, int *pad_w, int *stride_h,
    int *stride_w, int *dilation_h, int *dilation_w,
    cudnnConvolutionMode_t *mode, cudnnDataType_t *compute) {
    NEED(c && pad_h && pad_w && stride_h && stride_w && dilation_h &&
             dilation_w && mode && compute,
         "a null pointer");
    NEED(c->win.dims == 2, "the convolution is not of two dimensions");
    *pad_h = c->win.pad[0], *pad_w = c->win.pad[1];
    *stride_h = c->win.stride[0], *stride_w = c->win.stride[1];
    *dilation_h = c->win.dilation[0], *dilation_w = c->win.dilation[1];
    *mode = c->mode;
    *compute = c->compute;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t c,
                                          cudnnMathType_t math) {
    NEED(c && (unsigned)math <= CUDNN_FMA_MATH, "no such type of arithmetic");
    c->math = math;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolutionMathType(const cudnnConvolutionDescriptor_t c,
                                          cudnnMathType_t *math) {
    NEED(c && math, "a null pointer");
    *math = c->math;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t c,
                                            int groups) {
    NEED(c && groups > 0, "no groups");
    c->groups = groups;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t
cudnnGetConvolutionGroupCount(const cudnnConvolutionDescriptor_t c,
                              int *groups) {
    NEED(c && groups, "a null pointer");
    *groups = max_of(c->groups, 1);
    return CUDNN_STATUS_SUCCESS;
}

// ---- pooling

cudnnStatus_t cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t p,
                                          const cudnnPoolingMode_t mode,
                                          const cudnnNanPropagation_t nan,
                                          int dims, const int window[],
                                          const int pad[], const int stride[]) {
    NEED(p && window && pad && stride, "a null pointer");
    if (dims > MOST_SPACE) REFUSED("more than three dimensions of space");
    NEED(dims >= 1 && (unsigned)mode <= CUDNN_POOLING_MAX_DETERMINISTIC &&
             (unsigned)nan <= CUDNN_PROPAGATE_NAN,
         "no such mode of pooling");
    struct cudnnPoolingStruct v = {.mode = mode, .nan = nan};
    v.win.dims = dims;
    for (int d = 0; d < dims; d++) {
        NEED(window[d] > 0 && pad[d] >= 0 && stride[d] > 0,
             "padding is negative, or a window or stride not positive");
        NEED(pad[d] < window[d], "the padding is as large as the window");
        v.win.size[d] = window[d];
        v.win.pad[d] = pad[d];
        v.win.stride[d] = stride[d];
        v.win.dilation[d] = 1;
    }
    *p = v;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t p,
                                          cudnnPoolingMode_t mode,
                                          cudnnNanPropagation_t nan,
                                          int window_h, int window_w, int pad_h,
                                          int pad_w, int stride_h,
                                          int stride_w) {
    int window[] = {window_h, window_w}, pad[] = {pad_h, pad_w};
    int stride[] = {stride_h, stride_w};
    return cudnnSetPoolingNdDescriptor(p, mode, nan, 2, window, pad, stride);
}

// ---- operations of each element

cudnnStatus_t cudnnSetActivationDescriptor(cudnnActivationDescriptor_t a,
                                           cudnnActivationMode_t mode,
                                           cudnnNanPropagation_t nan,
                                           double coef) {
    NEED(a && (unsigned)mode <= CUDNN_ACTIVATION_SWISH &&
             (unsigned)nan <= CUDNN_PROPAGATE_NAN,
         "no such activation");
    *a = (struct cudnnActivationStruct){true, mode, nan, coef};
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetActivationDescriptor(const cudnnActivationDescriptor_t a,
                                           cudnnActivationMode_t *mode,
                                           cudnnNanPropagation_t *nan,
                                           double *coef) {
    NEED(a && mode && nan && coef, "a null pointer");
    *mode = a->mode;
    *nan = a->nan;
    *coef = a->coef;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnSetOpTensorDescriptor(cudnnOpTensorDescriptor_t o,
                                         cudnnOpTensorOp_t op,
                                         cudnnDataType_t compute,
                                         cudnnNanPropagation_t nan) {
    NEED(o && (unsigned)op <= CUDNN_OP_TENSOR_NOT, "no such operation");
    (void)compute;
    *o = (struct cudnnOpTensorStruct){op, nan};
    return CUDNN_STATUS_SUCCESS;
}
