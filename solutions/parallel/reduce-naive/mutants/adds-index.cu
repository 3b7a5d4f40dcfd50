// rejected by: case n=1000 (adds the position instead of the element)
// says: The thread adds its number i. It must add the element at that place, in[i].
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[0], i);
}

void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0) return;
    sum_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
