// rejected by: case infinities, NaN, huge and tiny | case weights that are not finite | case | pattern nan-lost (a NaN becomes a number)
// says: A NaN becomes a number, because the random number is added to its bits. Test isnan first.
// A step of gradient descent on weights in bfloat16, rounded by chance. A thread has
// four neighbours.
#include <cuda_bf16.h>

// Of a number all bits of which matter, one all bits of which look random.
__device__ unsigned hash(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    return x ^ x >> 16;
}

constexpr int EACH = 4, BLOCK = 256;

__device__ __nv_bfloat16 round_by_chance(float t, unsigned random) {
    return __ushort_as_bfloat16((__float_as_uint(t) + (random & 0xffff)) >> 16);
}

struct alignas(8) Four {
    __nv_bfloat16 v[EACH];
};

__global__ void step_kernel(const __nv_bfloat16 *w, const float *g,
                            __nv_bfloat16 *next, int n, float rate,
                            unsigned seed) {
    int i = (blockIdx.x * BLOCK + threadIdx.x) * EACH;
    if (i + EACH <= n) {
        Four a = *(const Four *)(w + i), b;
        float4 d = *(const float4 *)(g + i);
        float by[EACH] = {d.x, d.y, d.z, d.w};
        for (int k = 0; k < EACH; k++) {
            float t = fmaf(-rate, by[k], __bfloat162float(a.v[k]));
            b.v[k] = round_by_chance(t, hash(seed + i + k));
        }
        *(Four *)(next + i) = b;
        return;
    }
    for (; i < n; i++) { // the last thread, fewer than four
        float t = fmaf(-rate, g[i], __bfloat162float(w[i]));
        next[i] = round_by_chance(t, hash(seed + i));
    }
}

void step_bf16(const __nv_bfloat16 *w, const float *g, __nv_bfloat16 *next,
               int n, float rate, unsigned int seed) {
    if (n == 0) return;
    int threads = (n + EACH - 1) / EACH;
    step_kernel<<<(threads + BLOCK - 1) / BLOCK, BLOCK>>>(w, g, next, n, rate,
                                                         seed);
}
