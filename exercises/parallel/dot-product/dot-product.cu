// Dot product of two vectors.

__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: every product goes through the same accumulator. That is slow, and
    // it loses digits. Add up in registers first.
    if (i < n) atomicAdd(out, a[i] * b[i]);
}

void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float)); // all bits zero: 0.0f
    if (n == 0) return;

    int threads = 256;
    dot_kernel<<<(n + threads - 1) / threads, threads>>>(a, b, out, n);
}
