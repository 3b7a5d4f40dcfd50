// One layer by cuDNN: fused where the library can, in parts where it refuses.
#include <cstdio>
#include <cudnn.h>

static cudnnHandle_t handle;

// Use it around each call: nothing else tells you that cuDNN has refused.
static bool ok(cudnnStatus_t s) {
    if (s != CUDNN_STATUS_SUCCESS) printf("%s\n", cudnnGetErrorString(s));
    return s == CUDNN_STATUS_SUCCESS;
}

// Once, before the first layer: all that depends on sizes.
void layer_begin(int n, int c, int h, int w, int k, int window, int pad, int stride,
                 bool channels_last, cudnnActivationMode_t activation) {
    ok(cudnnCreate(&handle));
    // TODO: descriptors, an algorithm, its workspace
}

// y = act(conv(x, weights) + alpha * residual + bias), enqueued in `stream`.
void layer_run(const float *x, const float *weights, const float *bias,
               const float *residual, float alpha, float *y, cudaStream_t stream) {
    ok(cudnnSetStream(handle, stream));
    // TODO: the fused call, and what to do where it is refused
}

// Once, after the last layer.
void layer_end() {
    ok(cudnnDestroy(handle));
}
