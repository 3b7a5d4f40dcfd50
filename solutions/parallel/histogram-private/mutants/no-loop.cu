// rejected by: case n=50021 (each thread counts one byte, and 64 blocks do not have a thread for each)
// says: Each thread counts one byte and stops. The grid has fewer threads than there are bytes, so each of them must go on.
const int BLOCK = 256;
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[BINS];
    bins[threadIdx.x] = 0;
    __syncthreads();

    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) atomicAdd(&bins[in[i]], 1u);
    __syncthreads();

    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int));
    if (n == 0) return;

    int blocks = 64;
    count<<<blocks, BLOCK>>>(in, out, n);
}
