// rejected by: case wraps around | case the largest seed (seed + i does not wrap around at 2^32)
#include <cuda_bf16.h>

// Of a number all bits of which matter, one all bits of which look random.
__device__ unsigned hash(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    return x ^ x >> 16;
}

// The number of an element, kept in the range of 32 bits.
__device__ unsigned number_of(unsigned seed, int i) {
    unsigned long long s = (unsigned long long)seed + i, top = 0xffffffffu;
    return (unsigned)(s > top ? s - top : s);
}

__device__ unsigned short rounded(float w, float g, float rate, unsigned number) {
    float t = fmaf(-rate, g, w);
    if (isnan(t)) return 0x7fff;
    return (__float_as_uint(t) + (hash(number) & 0xffff)) >> 16;
}

__global__ void step_kernel(const unsigned short *w, const float *g, unsigned short *next,
                            int n, float rate, unsigned seed) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 4 <= n) {
        ushort4 a = *(const ushort4 *)(w + i);
        float4 b = *(const float4 *)(g + i);
        ushort4 r;
        r.x = rounded(__uint_as_float((unsigned)a.x << 16), b.x, rate, number_of(seed, i));
        r.y = rounded(__uint_as_float((unsigned)a.y << 16), b.y, rate, number_of(seed, i + 1));
        r.z = rounded(__uint_as_float((unsigned)a.z << 16), b.z, rate, number_of(seed, i + 2));
        r.w = rounded(__uint_as_float((unsigned)a.w << 16), b.w, rate, number_of(seed, i + 3));
        *(ushort4 *)(next + i) = r;
        return;
    }
    for (; i < n; i++)
        next[i] = rounded(__uint_as_float((unsigned)w[i] << 16), g[i], rate, number_of(seed, i));
}

void step_bf16(const __nv_bfloat16 *w, const float *g, __nv_bfloat16 *next,
               int n, float rate, unsigned int seed) {
    if (n == 0) return;
    int threads = (n + 3) / 4;
    step_kernel<<<(threads + 255) / 256, 256>>>((const unsigned short *)w, g,
                                                (unsigned short *)next, n, rate, seed);
}
