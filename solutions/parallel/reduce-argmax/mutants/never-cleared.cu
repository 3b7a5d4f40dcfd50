// rejected by: case all zero (what an earlier call left is not cleared)
// says: The result of an earlier call is still there. A __device__ variable, or memory that is set once, keeps it. Clear it at the start of each call, before the kernel.
__device__ unsigned long long g_best = 0;
__global__ void kern(const float *in, int n) {
    unsigned long long best = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) {
        unsigned u = __float_as_uint(in[i]);
        u = u & 0x80000000u ? ~u : u | 0x80000000u;
        unsigned long long p = (unsigned long long)u << 32 | ~(unsigned)i;
        if (p > best)
            best = p;
    }
    for (int o = 16; o > 0; o /= 2) {
        unsigned long long q = __shfl_xor_sync(~0u, best, o);
        if (q > best)
            best = q;
    }
    if (threadIdx.x % 32 == 0)
        atomicMax(&g_best, best);
}
__global__ void last(float *value, int *index, int n) {
    if (n == 0) {
        value[0] = -INFINITY;
        index[0] = -1;
        return;
    }
    unsigned u = g_best >> 32;
    value[0] = __uint_as_float(u & 0x80000000u ? u & 0x7fffffffu : ~u);
    index[0] = (int)~(unsigned)(g_best & 0xffffffffu);
}
void argmax(const float *in, float *value, int *index, int n) {
    kern<<<264, 256>>>(in, n);
    last<<<1, 1>>>(value, index, n);
}
