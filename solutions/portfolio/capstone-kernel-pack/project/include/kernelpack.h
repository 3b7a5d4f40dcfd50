// Kernels of a transformer. All arrays are row-major floats; docs/ has a page for each operation.
#ifndef KERNELPACK_H
#define KERNELPACK_H

#ifdef __cplusplus
extern "C" {
#endif

enum { KP_OK, KP_BAD_ARGUMENT, KP_DEVICE_ERROR };

int kp_softmax(const float *x, float *y, int rows, int cols);
int kp_layernorm(const float *x, const float *gain, const float *shift, float eps, float *y,
                 int rows, int cols);
int kp_layernorm_backward(const float *x, const float *gain, const float *dy, float eps,
                          float *dx, float *dgain, float *dshift, int rows, int cols);
int kp_mlp(const float *x, const float *up, const float *down, float *y, int rows, int dim,
           int hidden);

#ifdef __cplusplus
}
#endif
#endif
