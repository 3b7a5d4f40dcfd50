// rejected by: build (a scan of CUB)
#include <cub/cub.cuh>
__global__ void k(const unsigned *in, unsigned *inc, unsigned *exc, int n) {
    using S = cub::WarpScan<unsigned>;
    __shared__ typename S::TempStorage t[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned v = i < n ? in[i] : 0, a;
    S(t[threadIdx.x / 32]).InclusiveSum(v, a);
    if (i < n) inc[i] = a, exc[i] = a - v;
}
void warp_scans(const unsigned int *in, unsigned int *inclusive, unsigned int *exclusive, int n) {
    if (n) k<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
