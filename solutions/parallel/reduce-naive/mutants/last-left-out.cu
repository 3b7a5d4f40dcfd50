// rejected by: case n=1 (the last element is left out)
// says: The last element is not added. Its index is n - 1: look at the condition that compares i with n.
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) atomicAdd(&out[0], in[i]);
}

void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
