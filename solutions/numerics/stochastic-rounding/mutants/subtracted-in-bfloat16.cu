// rejected by: case (rounds the difference to bfloat16 before the random number is added)
// says: The difference is already rounded to the nearest bfloat16 when the random number is added, so its lower half is 0 and nothing carries. Compute t in float: fmaf(-rate, g, w).
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
    __nv_bfloat16 s = __hsub(w[i], __float2bfloat16(rate * g[i]));
    unsigned u = __float_as_uint(__bfloat162float(s)) + r;
    next[i] = __hisnan(s) ? s : __ushort_as_bfloat16((unsigned short)(u >> 16));
}

void step_bf16(const __nv_bfloat16 *w, const float *g, __nv_bfloat16 *next,
               int n, float rate, unsigned int seed) {
    if (n == 0) return;
    step_kernel<<<(n + 255) / 256, 256>>>(w, g, next, n, rate, seed);
}
