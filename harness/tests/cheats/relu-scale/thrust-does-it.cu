// rejected by: build (Thrust's kernel, in an exercise that forbids nothing)
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

struct Chain {
    float a, b, c;
    __device__ float operator()(float x) const {
        return fmaxf(0.0f, fminf(c, a * x + b));
    }
};

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    thrust::transform(thrust::device, x, x + n, y, Chain{a, b, c});
}
