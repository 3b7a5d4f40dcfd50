// The right elements, in the order in which threads come by.
//
// TODO: places from a scan, so that the order stays.

constexpr int BLOCK = 256;

__global__ void keep(const float *in, float *out, int *count, int n,
                     float least) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] >= least) out[atomicAdd(count, 1)] = in[i];
}

void compact(const float *in, float *out, int *count, int n, float least) {
    cudaMemsetAsync(count, 0, sizeof *count, 0);
    if (n > 0)
        keep<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, count, n, least);
}
