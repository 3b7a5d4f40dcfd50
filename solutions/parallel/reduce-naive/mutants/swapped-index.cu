// rejected by: case n=31 (blockIdx.x and threadIdx.x have changed places in the index)
// says: Neighbouring threads take neighbouring elements, and a block goes on where the one before it ended. Which of blockIdx.x and threadIdx.x is multiplied by blockDim.x?
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = threadIdx.x * blockDim.x + blockIdx.x;
    if (i < n) atomicAdd(&out[0], in[i]);
}

void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
