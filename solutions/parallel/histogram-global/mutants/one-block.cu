// rejected by: case n=1000 (256 threads count one byte each, and nobody counts the bytes after those)
// says: Only one block is launched, and each of its threads counts one byte. How many blocks do n bytes need?
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    count<<<1, threads>>>(in, out, n);
}
