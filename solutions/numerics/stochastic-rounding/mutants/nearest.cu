// rejected by: pattern input-copied | case tiny updates | case (rounds to nearest)
// says: The result is the nearest value: the random number has no effect. Add it to the bits of the float t, before anything is rounded to bfloat16.
// A step of gradient descent on weights in bfloat16.
#include <cuda_bf16.h>

// Of a number all bits of which matter, one all bits of which look random.
__device__ unsigned hash(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    return x ^ x >> 16;
}

__global__ void step_kernel(const __nv_bfloat16 *w, const float *g,
                            __nv_bfloat16 *next, int n, float rate,
                            unsigned seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = fmaf(-rate, g[i], __bfloat162float(w[i]));
    next[i] = __float2bfloat16_rn(t);
}

void step_bf16(const __nv_bfloat16 *w, const float *g, __nv_bfloat16 *next,
               int n, float rate, unsigned int seed) {
    if (n == 0) return;
    step_kernel<<<(n + 255) / 256, 256>>>(w, g, next, n, rate, seed);
}
