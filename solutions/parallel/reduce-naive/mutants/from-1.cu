// rejected by: case n=1 (the elements are counted from 1, so the first is left out)
// says: The first element, in[0], is not added. The elements of an array in C are numbered from 0 to n - 1, and so are threads and blocks.
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i < n)
        atomicAdd(out, in[i]);
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0)
        return;
    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
