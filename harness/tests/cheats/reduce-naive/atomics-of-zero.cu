// rejected by: gate exchanges (sums of warps; 31 of 32 atomics add 0)
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = i < n ? in[i] : 0;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (i < n) atomicAdd(out, threadIdx.x % 32 ? 0 : v);
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, 4);
    if (n > 0) sum_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
