// Bins of the block first, then those of all.
__global__ void histogram(const unsigned char *in, unsigned *bins, size_t n) {
    __shared__ unsigned mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    size_t step = (size_t)gridDim.x * 256;
    for (size_t i = blockIdx.x * (size_t)256 + threadIdx.x; i < n; i += step)
        atomicAdd(&mine[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
