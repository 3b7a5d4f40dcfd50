// rejected by: input-changed (the parts add up in the residual)
#include <cstdio>
#include <cudnn.h>

static cudnnHandle_t handle;
static cudnnTensorDescriptor_t in, out, channel;
static cudnnFilterDescriptor_t filter;
static cudnnConvolutionDescriptor_t conv;
static cudnnActivationDescriptor_t act;
static cudnnConvolutionFwdAlgo_t algo;
static void *space;
static size_t space_bytes, out_bytes;
static bool is_fused;

static bool ok(cudnnStatus_t s) {
    if (s != CUDNN_STATUS_SUCCESS) printf("%s\n", cudnnGetErrorString(s));
    return s == CUDNN_STATUS_SUCCESS;
}

void layer_begin(int n, int c, int h, int w, int k, int window, int pad, int stride,
                 bool channels_last, cudnnActivationMode_t activation) {
    const cudnnTensorFormat_t format = channels_last ? CUDNN_TENSOR_NHWC : CUDNN_TENSOR_NCHW;
    ok(cudnnCreate(&handle));
    ok(cudnnCreateTensorDescriptor(&in));
    ok(cudnnCreateTensorDescriptor(&out));
    ok(cudnnCreateTensorDescriptor(&channel));
    ok(cudnnCreateFilterDescriptor(&filter));
    ok(cudnnCreateConvolutionDescriptor(&conv));
    ok(cudnnCreateActivationDescriptor(&act));

    ok(cudnnSetTensor4dDescriptor(in, format, CUDNN_DATA_FLOAT, n, c, h, w));
    ok(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, format, k, c, window, window));
    ok(cudnnSetConvolution2dDescriptor(conv, pad, pad, stride, stride, 1, 1,
                                       CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
    ok(cudnnSetConvolutionMathType(conv, CUDNN_FMA_MATH));
    int images, outputs, rows, cols;
    ok(cudnnGetConvolution2dForwardOutputDim(conv, in, filter, &images, &outputs, &rows, &cols));
    ok(cudnnSetTensor4dDescriptor(out, format, CUDNN_DATA_FLOAT, images, outputs, rows, cols));
    ok(cudnnSetTensor4dDescriptor(channel, format, CUDNN_DATA_FLOAT, 1, k, 1, 1));
    ok(cudnnSetActivationDescriptor(act, activation, CUDNN_NOT_PROPAGATE_NAN, 0));
    ok(cudnnGetTensorSizeInBytes(out, &out_bytes));

    cudnnConvolutionFwdAlgoPerf_t best;
    int found;
    ok(cudnnGetConvolutionForwardAlgorithm_v7(handle, in, filter, conv, out, 1, &found, &best));
    algo = best.algo;
    space_bytes = best.memory;
    space = nullptr;
    if (space_bytes) cudaMalloc(&space, space_bytes);
    is_fused = true; // until it is refused
}

static bool fused(const float *x, const float *weights, const float *bias,
                  const float *residual, float alpha, float *y) {
    const float one = 1;
    return cudnnConvolutionBiasActivationForward(
               handle, &one, in, x, filter, weights, conv, algo, space, space_bytes, &alpha, out,
               residual, channel, bias, act, out, y) == CUDNN_STATUS_SUCCESS;
}

void layer_run(const float *x, const float *weights, const float *bias,
               const float *residual, float alpha, float *y, cudaStream_t stream) {
    const float one = 1, zero = 0;
    ok(cudnnSetStream(handle, stream));
    if (is_fused) is_fused = fused(x, weights, bias, residual, alpha, y);
    if (is_fused) return;

    ok(cudnnConvolutionForward(handle, &one, in, x, filter, weights, conv, algo, space,
                               space_bytes, &alpha, out, (float *)residual));
    ok(cudnnAddTensor(handle, &one, channel, bias, &one, out, (float *)residual));
    ok(cudnnActivationForward(handle, act, &one, out, residual, &zero, out, y));
}

void layer_end() {
    cudaFree(space);
    ok(cudnnDestroyActivationDescriptor(act));
    ok(cudnnDestroyConvolutionDescriptor(conv));
    ok(cudnnDestroyFilterDescriptor(filter));
    ok(cudnnDestroyTensorDescriptor(channel));
    ok(cudnnDestroyTensorDescriptor(out));
    ok(cudnnDestroyTensorDescriptor(in));
    ok(cudnnDestroy(handle));
}
