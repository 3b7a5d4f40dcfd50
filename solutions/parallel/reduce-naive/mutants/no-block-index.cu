// rejected by: case n=1000 (every block adds the elements of the first block)
// says: i is the same in every block, so each block adds the first 256 elements again. How does a thread get an i that no other thread of the grid has?
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = threadIdx.x;
    if (i < n) atomicAdd(&out[0], in[i]);
}

void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
