// The caller of cudnn-call: three layers in one stream, the last into y.
#include "kata_tests.h"

#include <cudnn.h>

void layer_begin(int n, int c, int h, int w, int k, int window, int pad, int stride,
                 bool channels_last, cudnnActivationMode_t activation);
void layer_run(const float *x, const float *weights, const float *bias, const float *residual,
               float alpha, float *y, cudaStream_t stream);
void layer_end();

__device__ float sink;

// Keeps the stream busy: about 1 ms.
__global__ void busy(int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++)
        x = fmaf(x, 0.5f, 1);
    if (x == 12345) sink = x;
}
enum { A_MILLISECOND = 400000 };

void layers(const float *x, const float *weights, const float *bias, const float *residual,
            float *y, int *facts, int n, int c, int h, int w, int k, int window, int pad,
            int stride, int last, int activation, float alpha);

static int calls(const char *const *names, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += kata_calls(names[i]);
    return sum;
}
#define CALLS(names) calls(names, (int)(sizeof(names) / sizeof *(names)))

static const char *const created[] = {
    "cudnnCreate",
    "cudnnCreateTensorDescriptor",
    "cudnnCreateFilterDescriptor",
    "cudnnCreateConvolutionDescriptor",
    "cudnnCreateActivationDescriptor",
    "cudnnCreateOpTensorDescriptor",
};
static const char *const destroyed[] = {
    "cudnnDestroy",
    "cudnnDestroyTensorDescriptor",
    "cudnnDestroyFilterDescriptor",
    "cudnnDestroyConvolutionDescriptor",
    "cudnnDestroyActivationDescriptor",
    "cudnnDestroyOpTensorDescriptor",
};
static const char *const allocated[] = {"cudaMalloc", "cudaMallocAsync", "cudaMallocManaged"};
static const char *const freed[] = {"cudaFree", "cudaFreeAsync"};
static const char *const searched[] = {
    "cudnnGetConvolutionForwardAlgorithm_v7",
    "cudnnFindConvolutionForwardAlgorithm",
    "cudnnFindConvolutionForwardAlgorithmEx",
};
static const char *const whole[] = {"cudnnConvolutionBiasActivationForward"};
static const char *const alone[] = {"cudnnConvolutionForward"};
static const char *const beside[] = {"cudnnAddTensor", "cudnnActivationForward",
                                     "cudnnOpTensor"};
// Of the program: those of the library are not among them.
static const char *const launched[] = {
    "cudaLaunchKernel",     "cudaLaunchKernelExC", "cudaLaunchCooperativeKernel",
    "cuLaunchKernel",       "cuLaunchKernelEx",    "cuLaunchCooperativeKernel",
    "cuGraphAddKernelNode", "cuGraphAddNode",      "cudaGraphAddKernelNode",
    "cudaGraphAddNode",
};

// How much work a graph of the stream holds: recorded, and never run.
static size_t recorded(cudaStream_t s, cudaGraph_t *g) {
    size_t nodes = 0;
    if (cudaStreamEndCapture(s, g) != cudaSuccess || !*g) return 0;
    cudaGraphGetNodes(*g, nullptr, &nodes);
    cudaGraphDestroy(*g);
    return nodes;
}

void layers(const float *x, const float *weights, const float *bias, const float *residual,
            float *y, int *facts, int n, int c, int h, int w, int k, int window, int pad,
            int stride, int last, int activation, float alpha) {
    int oh = (h + 2 * pad - window) / stride + 1, ow = (w + 2 * pad - window) / stride + 1;
    size_t xbytes = (size_t)n * c * h * w * sizeof(float);
    size_t wbytes = (size_t)k * c * window * window * sizeof(float);
    size_t ybytes = (size_t)n * k * oh * ow * sizeof(float);
    float *late_x, *late_w, *other;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&late_x, xbytes);
    cudaMalloc(&late_w, wbytes);
    cudaMalloc(&other, ybytes);
    cudaMemset(late_x, 0xff, xbytes); // NaNs, until the stream comes to it
    cudaMemset(late_w, 0xff, wbytes);
    cudaDeviceSynchronize();

    int made = CALLS(created), gone = CALLS(destroyed);
    int taken = CALLS(allocated), given = CALLS(freed), own = CALLS(launched);
    layer_begin(n, c, h, w, k, window, pad, stride, last, (cudnnActivationMode_t)activation);
    // The first layer of a process loads code; nobody looks at its time.
    int prepared = CALLS(created) + CALLS(allocated) + CALLS(searched);
    int ones = CALLS(whole), convolutions = CALLS(alone), rest = CALLS(beside);
    layer_run(x, weights, bias, residual, alpha, other, s);
    cudaDeviceSynchronize();

    busy<<<1, 32, 0, s>>>(A_MILLISECOND);
    cudaMemcpyAsync(late_x, x, xbytes, cudaMemcpyDeviceToDevice, s);
    cudaMemcpyAsync(late_w, weights, wbytes, cudaMemcpyDeviceToDevice, s);
    layer_run(late_x, late_w, bias, residual, alpha, other, s);
    layer_run(late_x, late_w, bias, residual, alpha, y, s);
    bool returned = cudaStreamQuery(s) == cudaErrorNotReady;
    cudaDeviceSynchronize();

    cudaGraph_t graph = nullptr;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    layer_run(x, weights, bias, residual, alpha, other, s);
    bool there = recorded(s, &graph) > 0;
    prepared = CALLS(created) + CALLS(allocated) + CALLS(searched) - prepared;
    ones = CALLS(whole) - ones;
    convolutions = CALLS(alone) - convolutions;
    rest = CALLS(beside) - rest;
    layer_end();
    own = CALLS(launched) - own - 1; // the one that keeps the stream busy
    made = CALLS(created) - made;
    gone = CALLS(destroyed) - gone;
    taken = CALLS(allocated) - taken;
    given = CALLS(freed) - given;
    cudaGetLastError(); // "not ready" is no error here

    bool counts = kata_counts(), relu = activation == CUDNN_ACTIVATION_RELU;
    facts[0] = returned;
    facts[1] = there || !returned;
    facts[2] = !counts || (relu ? ones + convolutions : convolutions) >= 4;
    facts[3] = !counts || !relu || (ones >= 4 && convolutions + rest == 0);
    facts[4] = !counts || prepared == 0;
    facts[5] = !counts || (made > 0 && made == gone && taken <= given);
    facts[6] = !counts || own == 0;
    cudaFree(late_x);
    cudaFree(late_w);
    cudaFree(other);
    cudaStreamDestroy(s);
}
