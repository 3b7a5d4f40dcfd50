// Eight lanes per group: a lane scans four neighbours in registers (one uint4),
// then three shuffles among the eight lanes.
__global__ void __launch_bounds__(256)
scan4(const uint4 *__restrict__ in, uint4 *__restrict__ inc, uint4 *__restrict__ exc,
      int quads) {
    int q = blockIdx.x * 256 + threadIdx.x;
    int sub = threadIdx.x & 7;
    uint4 v = make_uint4(0, 0, 0, 0);
    if (q < quads) v = in[q];
    unsigned a = v.x, b = a + v.y, c = b + v.z, d = c + v.w;
    unsigned t = d;
#pragma unroll
    for (int s = 1; s < 8; s <<= 1) {
        unsigned o = __shfl_up_sync(0xffffffffu, t, s, 8);
        if (sub >= s) t += o;
    }
    unsigned before = t - d;
    if (q < quads) {
        exc[q] = make_uint4(before, before + a, before + b, before + c);
        inc[q] = make_uint4(before + a, before + b, before + c, before + d);
    }
}

// From element `from` (a multiple of 32), one element per lane.
__global__ void scan1(const unsigned *in, unsigned *inc, unsigned *exc, int from, int n) {
    int i = from + blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    unsigned own = i < n ? in[i] : 0, v = own;
#pragma unroll
    for (int s = 1; s < 32; s <<= 1) {
        unsigned o = __shfl_up_sync(0xffffffffu, v, s);
        if (lane >= s) v += o;
    }
    if (i < n) inc[i] = v, exc[i] = v - own;
}

void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    bool ok = (((size_t)in | (size_t)inclusive | (size_t)exclusive) & 15) == 0;
    int whole = ok ? n / 32 * 32 : 0;
    if (whole)
        scan4<<<(whole / 4 + 255) / 256, 256>>>((const uint4 *)in, (uint4 *)inclusive,
                                                (uint4 *)exclusive, whole / 4);
    if (whole < n)
        scan1<<<(n - whole + 127) / 128, 128>>>(in, inclusive, exclusive, whole, n);
}
