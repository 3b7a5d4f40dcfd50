// rejected by: case n=31 (packs the bits of the float as they are)
// says: The bits of a negative float make a larger integer than those of a positive one, and the larger integer won. Make them sort first: flip all bits of a negative number, and the sign bit of any other.
#include <climits>
#include <math_constants.h>

__device__ unsigned long long packed;

__global__ void clear() { packed = 0; }

__global__ void argmax_kernel(const float *in, int n) {
    unsigned long long best = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        unsigned long long p =
            ((unsigned long long)__float_as_uint(in[i]) << 32) | (unsigned)i;
        if (p > best) best = p;
    }
    for (int d = 16; d > 0; d /= 2) {
        unsigned long long o = __shfl_down_sync(0xffffffff, best, d);
        if (o > best) best = o;
    }
    if (threadIdx.x % 32 == 0) atomicMax(&packed, best);
}

__global__ void unpack(float *value, int *index, int n) {
    value[0] = n == 0 ? -CUDART_INF_F : __uint_as_float(packed >> 32);
    index[0] = n == 0 ? -1 : (int)(packed & 0xffffffff);
}

void argmax(const float *in, float *value, int *index, int n) {
    clear<<<1, 1>>>();
    argmax_kernel<<<1024, 256>>>(in, n);
    unpack<<<1, 1>>>(value, index, n);
}
