// Histogram of bytes: one private copy per block, byte by byte.

const int THREADS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();

    unsigned step = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n;
         i += step)
        atomicAdd(&bins[in[i]], 1u);
    __syncthreads();

    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    int blocks = (n + THREADS - 1) / THREADS;
    if (blocks > 1056) blocks = 1056;
    count<<<blocks, THREADS>>>(in, out, n);
}
