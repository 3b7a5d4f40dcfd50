// rejected by: case (a share is n / threads, rounded down, so the rest is left out)
// says: Each thread counts n / all bytes, rounded down. The n % all bytes that are left over have no thread.
const int BLOCK = 256;
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[BINS];
    bins[threadIdx.x] = 0;
    __syncthreads();

    int all = gridDim.x * BLOCK;
    int each = n / all, i = blockIdx.x * BLOCK + threadIdx.x;
    for (int k = 0; k < each; k++)
        atomicAdd(&bins[in[k * all + i]], 1u);
    __syncthreads();

    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int));
    if (n == 0) return;

    int blocks = 64;
    count<<<blocks, BLOCK>>>(in, out, n);
}
