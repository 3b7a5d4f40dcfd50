// rejected by: gate global_atomics | case (all products through one accumulator)
// says: All products go through one accumulator. When it is large, a small product loses most of its bits. Give each thread a sum of its own, and add those up as a tree.
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, a[i] * b[i]);
}

void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    dot_kernel<<<(n + 255) / 256, 256>>>(a, b, out, n);
}
