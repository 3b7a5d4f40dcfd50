// rejected by: case n=3000 (one block cannot have more than 1024 threads)
// says: Only one block is launched. It has at most 1024 threads, so the elements from 1024 on have no thread: how many blocks do n elements need?
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = threadIdx.x;
    if (i < n) atomicAdd(&out[0], in[i]);
}

void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0) return;
    sum_kernel<<<1, 1024>>>(in, out, n);
}
