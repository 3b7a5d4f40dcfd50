// rejected by: case n=0 (the sum of nothing stays unwritten)
// says: For n = 0 nothing is stored, and out[0] keeps its garbage. The sum of nothing is 0: who stores it when no kernel runs?
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[0], in[i]);
}

void sum(const int *in, int *out, int n) {
    if (n == 0) return;
    cudaMemsetAsync(out, 0, sizeof(int));
    sum_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
