// cuDNN as kata simulates it: for toolkits that come without NVIDIA's header.
// The names, numbers and parameters are those of the cuDNN documentation, of
// release 9, in the order of a network's parts. A program that is compiled with
// it can be linked with NVIDIA's library.
#ifndef CUDNN_H_
#define CUDNN_H_

#include <stddef.h>
#include <stdint.h>

#ifdef KATA_LIBS_BUILD // the library itself is built without a toolkit
typedef struct SimStream *cudaStream_t;
typedef int libraryPropertyType;
#else
#include <cuda_runtime_api.h>
#include <library_types.h>
#endif

#define CUDNN_MAJOR      9
#define CUDNN_MINOR      10
#define CUDNN_PATCHLEVEL 0
#define CUDNN_VERSION    (CUDNN_MAJOR * 10000 + CUDNN_MINOR * 100 + CUDNN_PATCHLEVEL)
#define CUDNN_DIM_MAX    8
#define CUDNNWINAPI
#define KATA_DNN(name) cudnnStatus_t name

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

// ---- results: thousands are the category
typedef enum {
    CUDNN_STATUS_SUCCESS = 0,
    CUDNN_STATUS_NOT_INITIALIZED = 1001,
    CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH = 1002,
    CUDNN_STATUS_VERSION_MISMATCH = CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH,
    CUDNN_STATUS_DEPRECATED = 1004,
    CUDNN_STATUS_LICENSE_ERROR = 1005,
    CUDNN_STATUS_RUNTIME_IN_PROGRESS = 1006,
    CUDNN_STATUS_RUNTIME_FP_OVERFLOW = 1007,
    CUDNN_STATUS_SUBLIBRARY_LOADING_FAILED = 1008,
    CUDNN_STATUS_BAD_PARAM = 2000,
    CUDNN_STATUS_INVALID_VALUE = 2001,
    CUDNN_STATUS_BAD_PARAM_NULL_POINTER = 2002,
    CUDNN_STATUS_BAD_PARAM_MISALIGNED_POINTER = 2003,
    CUDNN_STATUS_BAD_PARAM_OUT_OF_BOUND = 2005,
    CUDNN_STATUS_BAD_PARAM_SIZE_INSUFFICIENT = 2006,
    CUDNN_STATUS_BAD_PARAM_SHAPE_MISMATCH = 2008,
    CUDNN_STATUS_NOT_SUPPORTED = 3000,
    CUDNN_STATUS_NOT_SUPPORTED_GRAPH_PATTERN = 3001,
    CUDNN_STATUS_NOT_SUPPORTED_SHAPE = 3002,
    CUDNN_STATUS_NOT_SUPPORTED_DATA_TYPE = 3003,
    CUDNN_STATUS_NOT_SUPPORTED_LAYOUT = 3004,
    CUDNN_STATUS_NOT_SUPPORTED_ARCH_MISMATCH = 3007,
    CUDNN_STATUS_ARCH_MISMATCH = CUDNN_STATUS_NOT_SUPPORTED_ARCH_MISMATCH,
    CUDNN_STATUS_RUNTIME_PREREQUISITE_MISSING = 3008,
    CUDNN_STATUS_NOT_SUPPORTED_PADDING = 3011,
    CUDNN_STATUS_INTERNAL_ERROR = 4000,
    CUDNN_STATUS_ALLOC_FAILED = 4003,
    CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED = 4004,
    CUDNN_STATUS_MAPPING_ERROR = 4006,
    CUDNN_STATUS_EXECUTION_FAILED = 5000,
    CUDNN_STATUS_EXECUTION_FAILED_CUDA_DRIVER = 5001,
    CUDNN_STATUS_EXECUTION_FAILED_CUBLAS = 5002,
    CUDNN_STATUS_EXECUTION_FAILED_CUDART = 5003,
} cudnnStatus_t;
#define CUDNN_STATUS_CATEGORY(status)       ((status) / 1000 * 1000)
#define CUDNN_STATUS_SPECIFIC_ERROR(status) ((status) % 1000)
const char *cudnnGetErrorString(cudnnStatus_t status);
// The sentence that explains this thread's last refusal; "" if there is none.
void cudnnGetLastErrorString(char *message, size_t max_size);

// ---- handles
typedef struct cudnnContext *cudnnHandle_t;
size_t cudnnGetVersion(void);
size_t cudnnGetCudartVersion(void);
KATA_DNN(cudnnGetProperty)(libraryPropertyType type, int *value);
KATA_DNN(cudnnCreate)(cudnnHandle_t *handle);
KATA_DNN(cudnnDestroy)(cudnnHandle_t handle);
KATA_DNN(cudnnSetStream)(cudnnHandle_t handle, cudaStream_t stream);
KATA_DNN(cudnnGetStream)(cudnnHandle_t handle, cudaStream_t *stream);

// ---- what elements, layouts and arithmetic are
typedef enum {
    CUDNN_DATA_FLOAT = 0,
    CUDNN_DATA_DOUBLE = 1,
    CUDNN_DATA_HALF = 2,
    CUDNN_DATA_INT8 = 3,
    CUDNN_DATA_INT32 = 4,
    CUDNN_DATA_INT8x4 = 5,
    CUDNN_DATA_UINT8 = 6,
    CUDNN_DATA_UINT8x4 = 7,
    CUDNN_DATA_INT8x32 = 8,
    CUDNN_DATA_BFLOAT16 = 9,
    CUDNN_DATA_INT64 = 10,
    CUDNN_DATA_BOOLEAN = 11,
    CUDNN_DATA_FP8_E4M3 = 12,
    CUDNN_DATA_FP8_E5M2 = 13,
} cudnnDataType_t;

// The default lets tensor cores round a float's factors to TF32; FMA does not.
typedef enum {
    CUDNN_DEFAULT_MATH = 0,
    CUDNN_TENSOR_OP_MATH = 1,
    CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION = 2,
    CUDNN_FMA_MATH = 3,
} cudnnMathType_t;

typedef enum {
    CUDNN_NOT_PROPAGATE_NAN = 0,
    CUDNN_PROPAGATE_NAN = 1,
} cudnnNanPropagation_t;

typedef enum {
    CUDNN_TENSOR_NCHW = 0,
    CUDNN_TENSOR_NHWC = 1,
    CUDNN_TENSOR_NCHW_VECT_C = 2,
} cudnnTensorFormat_t;

typedef enum {
    CUDNN_NON_DETERMINISTIC = 0,
    CUDNN_DETERMINISTIC = 1,
} cudnnDeterminism_t;

// ---- tensors
typedef struct cudnnTensorStruct *cudnnTensorDescriptor_t;
#define KATA_T  const cudnnTensorDescriptor_t
#define KATA_P  const void *
KATA_DNN(cudnnCreateTensorDescriptor)(cudnnTensorDescriptor_t *t);
KATA_DNN(cudnnDestroyTensorDescriptor)(cudnnTensorDescriptor_t t);
KATA_DNN(cudnnSetTensor4dDescriptor)
(cudnnTensorDescriptor_t t, cudnnTensorFormat_t format, cudnnDataType_t type,
 int n, int c, int h, int w);
KATA_DNN(cudnnSetTensor4dDescriptorEx)
(cudnnTensorDescriptor_t t, cudnnDataType_t type, int n, int c, int h, int w,
 int n_stride, int c_stride, int h_stride, int w_stride);
KATA_DNN(cudnnGetTensor4dDescriptor)
(KATA_T t, cudnnDataType_t *type, int *n, int *c, int *h, int *w, int *n_stride,
 int *c_stride, int *h_stride, int *w_stride);
KATA_DNN(cudnnSetTensorNdDescriptor)
(cudnnTensorDescriptor_t t, cudnnDataType_t type, int dims, const int size[],
 const int stride[]);
KATA_DNN(cudnnSetTensorNdDescriptorEx)
(cudnnTensorDescriptor_t t, cudnnTensorFormat_t format, cudnnDataType_t type,
 int dims, const int size[]);
KATA_DNN(cudnnGetTensorNdDescriptor)
(KATA_T t, int asked, cudnnDataType_t *type, int *dims, int size[],
 int stride[]);
KATA_DNN(cudnnGetTensorSizeInBytes)(KATA_T t, size_t *bytes);

KATA_DNN(cudnnSetTensor)
(cudnnHandle_t h, KATA_T y_desc, void *y, KATA_P value);
KATA_DNN(cudnnScaleTensor)
(cudnnHandle_t h, KATA_T y_desc, void *y, KATA_P alpha);
// y = alpha x + beta y: also from one layout or type to another.
KATA_DNN(cudnnTransformTensor)
(cudnnHandle_t h, KATA_P alpha, KATA_T x_desc, KATA_P x, KATA_P beta,
 KATA_T y_desc, void *y);
// c = alpha a + beta c; a dimension of a that is 1 is repeated.
KATA_DNN(cudnnAddTensor)
(cudnnHandle_t h, KATA_P alpha, KATA_T a_desc, KATA_P a, KATA_P beta,
 KATA_T c_desc, void *c);

// ---- operations of each element
typedef enum {
    CUDNN_OP_TENSOR_ADD = 0,
    CUDNN_OP_TENSOR_MUL = 1,
    CUDNN_OP_TENSOR_MIN = 2,
    CUDNN_OP_TENSOR_MAX = 3,
    CUDNN_OP_TENSOR_SQRT = 4,
    CUDNN_OP_TENSOR_NOT = 5,
} cudnnOpTensorOp_t;
typedef struct cudnnOpTensorStruct *cudnnOpTensorDescriptor_t;
KATA_DNN(cudnnCreateOpTensorDescriptor)(cudnnOpTensorDescriptor_t *o);
KATA_DNN(cudnnDestroyOpTensorDescriptor)(cudnnOpTensorDescriptor_t o);
KATA_DNN(cudnnSetOpTensorDescriptor)
(cudnnOpTensorDescriptor_t o, cudnnOpTensorOp_t op, cudnnDataType_t compute,
 cudnnNanPropagation_t nan);
// c = op(alpha1 a, alpha2 b) + beta c; a dimension of b that is 1 is repeated.
KATA_DNN(cudnnOpTensor)
(cudnnHandle_t h, const cudnnOpTensorDescriptor_t o, KATA_P alpha1,
 KATA_T a_desc, KATA_P a, KATA_P alpha2, KATA_T b_desc, KATA_P b, KATA_P beta,
 KATA_T c_desc, void *c);

// ---- reductions
typedef enum {
    CUDNN_REDUCE_TENSOR_ADD = 0,
    CUDNN_REDUCE_TENSOR_MUL = 1,
    CUDNN_REDUCE_TENSOR_MIN = 2,
    CUDNN_REDUCE_TENSOR_MAX = 3,
    CUDNN_REDUCE_TENSOR_AMAX = 4,
    CUDNN_REDUCE_TENSOR_AVG = 5,
    CUDNN_REDUCE_TENSOR_NORM1 = 6,
    CUDNN_REDUCE_TENSOR_NORM2 = 7,
    CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS = 8,
} cudnnReduceTensorOp_t;
typedef enum {
    CUDNN_REDUCE_TENSOR_NO_INDICES = 0,
    CUDNN_REDUCE_TENSOR_FLATTENED_INDICES = 1,
} cudnnReduceTensorIndices_t;
typedef enum {
    CUDNN_32BIT_INDICES = 0,
    CUDNN_64BIT_INDICES = 1,
    CUDNN_16BIT_INDICES = 2,
    CUDNN_8BIT_INDICES = 3,
} cudnnIndicesType_t;
typedef struct cudnnReduceTensorStruct *cudnnReduceTensorDescriptor_t;
#define KATA_R const cudnnReduceTensorDescriptor_t
KATA_DNN(cudnnCreateReduceTensorDescriptor)(cudnnReduceTensorDescriptor_t *r);
KATA_DNN(cudnnDestroyReduceTensorDescriptor)(cudnnReduceTensorDescriptor_t r);
KATA_DNN(cudnnSetReduceTensorDescriptor)
(cudnnReduceTensorDescriptor_t r, cudnnReduceTensorOp_t op,
 cudnnDataType_t compute, cudnnNanPropagation_t nan,
 cudnnReduceTensorIndices_t indices, cudnnIndicesType_t type);
KATA_DNN(cudnnGetReductionIndicesSize)
(cudnnHandle_t h, KATA_R r, KATA_T a_desc, KATA_T c_desc, size_t *bytes);
KATA_DNN(cudnnGetReductionWorkspaceSize)
(cudnnHandle_t h, KATA_R r, KATA_T a_desc, KATA_T c_desc, size_t *bytes);
// c = alpha reduction(a) + beta c, along each dimension that is 1 in c.
KATA_DNN(cudnnReduceTensor)
(cudnnHandle_t h, KATA_R r, void *indices, size_t indices_bytes, void *space,
 size_t bytes, KATA_P alpha, KATA_T a_desc, KATA_P a, KATA_P beta,
 KATA_T c_desc, void *c);

// ---- activations
typedef enum {
    CUDNN_ACTIVATION_SIGMOID = 0,
    CUDNN_ACTIVATION_RELU = 1,
    CUDNN_ACTIVATION_TANH = 2,
    CUDNN_ACTIVATION_CLIPPED_RELU = 3,
    CUDNN_ACTIVATION_ELU = 4,
    CUDNN_ACTIVATION_IDENTITY = 5,
    CUDNN_ACTIVATION_SWISH = 6,
} cudnnActivationMode_t;
typedef struct cudnnActivationStruct *cudnnActivationDescriptor_t;
KATA_DNN(cudnnCreateActivationDescriptor)(cudnnActivationDescriptor_t *a);
KATA_DNN(cudnnDestroyActivationDescriptor)(cudnnActivationDescriptor_t a);
KATA_DNN(cudnnSetActivationDescriptor)
(cudnnActivationDescriptor_t a, cudnnActivationMode_t mode,
 cudnnNanPropagation_t nan, double coef);
KATA_DNN(cudnnGetActivationDescriptor)
(const cudnnActivationDescriptor_t a, cudnnActivationMode_t *mode,
 cudnnNanPropagation_t *nan, double *coef);
KATA_DNN(cudnnActivationForward)
(cudnnHandle_t h, cudnnActivationDescriptor_t a, KATA_P alpha, KATA_T x_desc,
 KATA_P x, KATA_P beta, KATA_T y_desc, void *y);
KATA_DNN(cudnnActivationBackward)
(cudnnHandle_t h, cudnnActivationDescriptor_t a, KATA_P alpha, KATA_T y_desc,
 KATA_P y, KATA_T dy_desc, KATA_P dy, KATA_T x_desc, KATA_P x, KATA_P beta,
 KATA_T dx_desc, void *dx);

// ---- filters and convolutions
// A filter of k outputs lies as k x c/groups x h x w, or with NHWC as k x h x w
// x c/groups.
typedef struct cudnnFilterStruct *cudnnFilterDescriptor_t;
#define KATA_F const cudnnFilterDescriptor_t
KATA_DNN(cudnnCreateFilterDescriptor)(cudnnFilterDescriptor_t *f);
KATA_DNN(cudnnDestroyFilterDescriptor)(cudnnFilterDescriptor_t f);
KATA_DNN(cudnnSetFilter4dDescriptor)
(cudnnFilterDescriptor_t f, cudnnDataType_t type, cudnnTensorFormat_t format,
 int k, int c, int h, int w);
KATA_DNN(cudnnGetFilter4dDescriptor)
(KATA_F f, cudnnDataType_t *type, cudnnTensorFormat_t *format, int *k, int *c,
 int *h, int *w);
KATA_DNN(cudnnSetFilterNdDescriptor)
(cudnnFilterDescriptor_t f, cudnnDataType_t type, cudnnTensorFormat_t format,
 int dims, const int size[]);
KATA_DNN(cudnnGetFilterNdDescriptor)
(KATA_F f, int asked, cudnnDataType_t *type, cudnnTensorFormat_t *format,
 int *dims, int size[]);
KATA_DNN(cudnnGetFilterSizeInBytes)(KATA_F f, size_t *bytes);

// Networks mean the second: a convolution turns the filter around.
typedef enum {
    CUDNN_CONVOLUTION = 0,
    CUDNN_CROSS_CORRELATION = 1,
} cudnnConvolutionMode_t;
typedef struct cudnnConvolutionStruct *cudnnConvolutionDescriptor_t;
#define KATA_C const cudnnConvolutionDescriptor_t
KATA_DNN(cudnnCreateConvolutionDescriptor)(cudnnConvolutionDescriptor_t *c);
KATA_DNN(cudnnDestroyConvolutionDescriptor)(cudnnConvolutionDescriptor_t c);
KATA_DNN(cudnnSetConvolution2dDescriptor)
(cudnnConvolutionDescriptor_t c, int pad_h, int pad_w, int stride_h,
 int stride_w, int dilation_h, int dilation_w, cudnnConvolutionMode_t mode,
 cudnnDataType_t compute);
KATA_DNN(cudnnGetConvolution2dDescriptor)
(KATA_C c, int *pad_h, int *pad_w, int *stride_h, int *stride_w,
 int *dilation_h, int *dilation_w, cudnnConvolutionMode_t *mode,
 cudnnDataType_t *compute);
KATA_DNN(cudnnSetConvolutionNdDescriptor)
(cudnnConvolutionDescriptor_t c, int dims, const int pad[], const int stride[],
 const int dilation[], cudnnConvolutionMode_t mode, cudnnDataType_t compute);
KATA_DNN(cudnnSetConvolutionMathType)
(cudnnConvolutionDescriptor_t c, cudnnMathType_t math);
KATA_DNN(cudnnGetConvolutionMathType)(KATA_C c, cudnnMathType_t *math);
KATA_DNN(cudnnSetConvolutionGroupCount)
(cudnnConvolutionDescriptor_t c, int groups);
KATA_DNN(cudnnGetConvolutionGroupCount)(KATA_C c, int *groups);
KATA_DNN(cudnnGetConvolution2dForwardOutputDim)
(KATA_C c, KATA_T x_desc, KATA_F w_desc, int *n, int *k, int *h, int *w);
KATA_DNN(cudnnGetConvolutionNdForwardOutputDim)
(KATA_C c, KATA_T x_desc, KATA_F w_desc, int dims, int size[]);

typedef enum {
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM = 0,
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM = 1,
    CUDNN_CONVOLUTION_FWD_ALGO_GEMM = 2,
    CUDNN_CONVOLUTION_FWD_ALGO_DIRECT = 3,
    CUDNN_CONVOLUTION_FWD_ALGO_FFT = 4,
    CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING = 5,
    CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD = 6,
    CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED = 7,
    CUDNN_CONVOLUTION_FWD_ALGO_COUNT = 8,
} cudnnConvolutionFwdAlgo_t;
typedef enum {
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_0 = 0,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 = 1,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT = 2,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING = 3,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD = 4,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED = 5,
    CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT = 6,
} cudnnConvolutionBwdDataAlgo_t;
typedef enum {
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0 = 0,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1 = 1,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT = 2,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3 = 3,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD = 4,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED = 5,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING = 6,
    CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT = 7,
} cudnnConvolutionBwdFilterAlgo_t;

// An algorithm for a problem: the workspace that it needs and, if it was tried,
// its time in ms (else -1).
#define KATA_PERF(T, A)                                                        \
    typedef struct {                                                           \
        A algo;                                                                \
        cudnnStatus_t status;                                                  \
        float time;                                                            \
        size_t memory;                                                         \
        cudnnDeterminism_t determinism;                                        \
        cudnnMathType_t mathType;                                              \
        int reserved[3];                                                       \
    } T;
KATA_PERF(cudnnConvolutionFwdAlgoPerf_t, cudnnConvolutionFwdAlgo_t)
KATA_PERF(cudnnConvolutionBwdDataAlgoPerf_t, cudnnConvolutionBwdDataAlgo_t)
KATA_PERF(cudnnConvolutionBwdFilterAlgoPerf_t, cudnnConvolutionBwdFilterAlgo_t)

// For each direction: how many algorithms there are, a guess at their order,
// their order by trying them, the workspace of one.
#define KATA_CHOOSE(Dir, Perf, Algo, A, B, C, D)                               \
    KATA_DNN(cudnnGetConvolution##Dir##AlgorithmMaxCount)                      \
    (cudnnHandle_t h, int *count);                                             \
    KATA_DNN(cudnnGetConvolution##Dir##Algorithm_v7)                           \
    (cudnnHandle_t h, A, B, C, D, const int asked, int *found, Perf *out);     \
    KATA_DNN(cudnnFindConvolution##Dir##Algorithm)                             \
    (cudnnHandle_t h, A, B, C, D, const int asked, int *found, Perf *out);     \
    KATA_DNN(cudnnGetConvolution##Dir##WorkspaceSize)                          \
    (cudnnHandle_t h, A, B, C, D, Algo algo, size_t *bytes);
KATA_CHOOSE(Forward, cudnnConvolutionFwdAlgoPerf_t, cudnnConvolutionFwdAlgo_t,
            KATA_T x_desc, KATA_F w_desc, KATA_C c, KATA_T y_desc)
KATA_CHOOSE(BackwardData, cudnnConvolutionBwdDataAlgoPerf_t,
            cudnnConvolutionBwdDataAlgo_t, KATA_F w_desc, KATA_T dy_desc,
            KATA_C c, KATA_T dx_desc)
KATA_CHOOSE(BackwardFilter, cudnnConvolutionBwdFilterAlgoPerf_t,
            cudnnConvolutionBwdFilterAlgo_t, KATA_T x_desc, KATA_T dy_desc,
            KATA_C c, KATA_F dw_desc)

// y = alpha conv(x, w) + beta y
KATA_DNN(cudnnConvolutionForward)
(cudnnHandle_t h, KATA_P alpha, KATA_T x_desc, KATA_P x, KATA_F w_desc,
 KATA_P w, KATA_C c, cudnnConvolutionFwdAlgo_t algo, void *space, size_t bytes,
 KATA_P beta, KATA_T y_desc, void *y);
// y = activation(alpha1 conv(x, w) + alpha2 z + bias): ReLU or the identity
KATA_DNN(cudnnConvolutionBiasActivationForward)
(cudnnHandle_t h, KATA_P alpha1, KATA_T x_desc, KATA_P x, KATA_F w_desc,
 KATA_P w, KATA_C c, cudnnConvolutionFwdAlgo_t algo, void *space, size_t bytes,
 KATA_P alpha2, KATA_T z_desc, KATA_P z, KATA_T bias_desc, KATA_P bias,
 const cudnnActivationDescriptor_t a, KATA_T y_desc, void *y);
KATA_DNN(cudnnConvolutionBackwardData)
(cudnnHandle_t h, KATA_P alpha, KATA_F w_desc, KATA_P w, KATA_T dy_desc,
 KATA_P dy, KATA_C c, cudnnConvolutionBwdDataAlgo_t algo, void *space,
 size_t bytes, KATA_P beta, KATA_T dx_desc, void *dx);
KATA_DNN(cudnnConvolutionBackwardFilter)
(cudnnHandle_t h, KATA_P alpha, KATA_T x_desc, KATA_P x, KATA_T dy_desc,
 KATA_P dy, KATA_C c, cudnnConvolutionBwdFilterAlgo_t algo, void *space,
 size_t bytes, KATA_P beta, KATA_F dw_desc, void *dw);
KATA_DNN(cudnnConvolutionBackwardBias)
(cudnnHandle_t h, KATA_P alpha, KATA_T dy_desc, KATA_P dy, KATA_P beta,
 KATA_T db_desc, void *db);

// ---- pooling
typedef enum {
    CUDNN_POOLING_MAX = 0,
    CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING = 1,
    CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING = 2,
    CUDNN_POOLING_MAX_DETERMINISTIC = 3,
} cudnnPoolingMode_t;
typedef struct cudnnPoolingStruct *cudnnPoolingDescriptor_t;
#define KATA_POOL const cudnnPoolingDescriptor_t
KATA_DNN(cudnnCreatePoolingDescriptor)(cudnnPoolingDescriptor_t *p);
KATA_DNN(cudnnDestroyPoolingDescriptor)(cudnnPoolingDescriptor_t p);
KATA_DNN(cudnnSetPooling2dDescriptor)
(cudnnPoolingDescriptor_t p, cudnnPoolingMode_t mode, cudnnNanPropagation_t nan,
 int window_h, int window_w, int pad_h, int pad_w, int stride_h, int stride_w);
KATA_DNN(cudnnSetPoolingNdDescriptor)
(cudnnPoolingDescriptor_t p, const cudnnPoolingMode_t mode,
 const cudnnNanPropagation_t nan, int dims, const int window[], const int pad[],
 const int stride[]);
KATA_DNN(cudnnGetPooling2dForwardOutputDim)
(KATA_POOL p, KATA_T x_desc, int *n, int *c, int *h, int *w);
KATA_DNN(cudnnGetPoolingNdForwardOutputDim)
(KATA_POOL p, KATA_T x_desc, int dims, int size[]);
KATA_DNN(cudnnPoolingForward)
(cudnnHandle_t h, KATA_POOL p, KATA_P alpha, KATA_T x_desc, KATA_P x,
 KATA_P beta, KATA_T y_desc, void *y);
KATA_DNN(cudnnPoolingBackward)
(cudnnHandle_t h, KATA_POOL p, KATA_P alpha, KATA_T y_desc, KATA_P y,
 KATA_T dy_desc, KATA_P dy, KATA_T x_desc, KATA_P x, KATA_P beta,
 KATA_T dx_desc, void *dx);

// ---- softmax
typedef enum {
    CUDNN_SOFTMAX_FAST = 0, // without the maximum
    CUDNN_SOFTMAX_ACCURATE = 1,
    CUDNN_SOFTMAX_LOG = 2,
} cudnnSoftmaxAlgorithm_t;
typedef enum {
    CUDNN_SOFTMAX_MODE_INSTANCE = 0, // over all of one n
    CUDNN_SOFTMAX_MODE_CHANNEL = 1,  // over the channels of one place
} cudnnSoftmaxMode_t;
KATA_DNN(cudnnSoftmaxForward)
(cudnnHandle_t h, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
 KATA_P alpha, KATA_T x_desc, KATA_P x, KATA_P beta, KATA_T y_desc, void *y);
KATA_DNN(cudnnSoftmaxBackward)
(cudnnHandle_t h, cudnnSoftmaxAlgorithm_t algo, cudnnSoftmaxMode_t mode,
 KATA_P alpha, KATA_T y_desc, KATA_P y, KATA_T dy_desc, KATA_P dy, KATA_P beta,
 KATA_T dx_desc, void *dx);

// ---- batch normalisation
typedef enum {
    CUDNN_BATCHNORM_PER_ACTIVATION = 0, // a mean for each c, h, w
    CUDNN_BATCHNORM_SPATIAL = 1,        // a mean for each c
    CUDNN_BATCHNORM_SPATIAL_PERSISTENT = 2,
} cudnnBatchNormMode_t;
#define CUDNN_BN_MIN_EPSILON 0.0
KATA_DNN(cudnnDeriveBNTensorDescriptor)
(cudnnTensorDescriptor_t derived, KATA_T x_desc, cudnnBatchNormMode_t mode);
KATA_DNN(cudnnBatchNormalizationForwardInference)
(cudnnHandle_t h, cudnnBatchNormMode_t mode, KATA_P alpha, KATA_P beta,
 KATA_T x_desc, KATA_P x, KATA_T y_desc, void *y, KATA_T param_desc,
 KATA_P scale, KATA_P bias, KATA_P mean, KATA_P variance, double epsilon);
KATA_DNN(cudnnBatchNormalizationForwardTraining)
(cudnnHandle_t h, cudnnBatchNormMode_t mode, KATA_P alpha, KATA_P beta,
 KATA_T x_desc, KATA_P x, KATA_T y_desc, void *y, KATA_T param_desc,
 KATA_P scale, KATA_P bias, double factor, void *running_mean,
 void *running_variance, double epsilon, void *saved_mean,
 void *saved_inverse);
KATA_DNN(cudnnBatchNormalizationBackward)
(cudnnHandle_t h, cudnnBatchNormMode_t mode, KATA_P alpha_data,
 KATA_P beta_data, KATA_P alpha_param, KATA_P beta_param, KATA_T x_desc,
 KATA_P x, KATA_T dy_desc, KATA_P dy, KATA_T dx_desc, void *dx,
 KATA_T param_desc, KATA_P scale, void *dscale, void *dbias, double epsilon,
 KATA_P saved_mean, KATA_P saved_inverse);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
