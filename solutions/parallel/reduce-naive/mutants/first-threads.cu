// rejected by: case n=31 (only the first thread of each block adds its element)
// says: Only thread 0 of each block adds its element. Every thread has an element of its own, and each of them must be added.
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && threadIdx.x == 0) atomicAdd(&out[0], in[i]);
}

void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
