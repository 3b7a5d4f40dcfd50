// rejected by: case n=1 (what lies past the end is loaded as 0, and counted as 0)
// says: Places past the end of `in` were loaded as 0 and counted as zeros. In a sum, a 0 changes nothing; here it is a value that is counted. Count only where the index is below n.
const int PART = 4096;

// Thread v counts the value v in a part that all threads share.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned char part[PART];
    unsigned int found = 0;

    for (int first = blockIdx.x * PART; first < n; first += gridDim.x * PART) {
        for (int i = threadIdx.x; i < PART; i += blockDim.x)
            part[i] = first + i < n ? in[first + i] : 0;
        __syncthreads();
        for (int i = 0; i < PART; i++)
            if (part[i] == threadIdx.x) found++;
        __syncthreads();
    }
    atomicAdd(&out[threadIdx.x], found);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n > 0) count<<<256, 256>>>(in, out, n);
}
