// rejected by: case (keeps the upper half where it is)
// says: The upper half is masked, but not moved down, so a cast to 16 bits drops it and leaves 0. Shift it: bits >> 16.
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
    unsigned r = hash(seed + i) & 0xffff;
    unsigned u = __float_as_uint(t) + r;
    next[i] = isnan(t) ? __float2bfloat16(t) : __ushort_as_bfloat16((unsigned short)(u & 0xffff0000));
}

void step_bf16(const __nv_bfloat16 *w, const float *g, __nv_bfloat16 *next,
               int n, float rate, unsigned int seed) {
    if (n == 0) return;
    step_kernel<<<(n + 255) / 256, 256>>>(w, g, next, n, rate, seed);
}
