// rejected by: gate global_atomics | gate bandwidth (an atomic per element)
__global__ void sum_kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, in[i]);
}

void sum(const float *in, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    sum_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
