// Many steps, each of which needs all of the step before.

__global__ void step_kernel(const int *from, int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool inside = i > 0 && i < n - 1;
    to[i] = inside ? (from[i - 1] + 2 * from[i] + from[i + 1]) >> 2 : from[i];
}

// TODO: one launch for all steps.
void smooth(const int *in, int *out, int n, int steps) {
    if (n == 0) return;
    int *other, block = 256, blocks = (n + block - 1) / block;
    cudaMallocAsync(&other, n * sizeof *other, 0);
    if (steps == 0)
        cudaMemcpyAsync(out, in, n * sizeof *out, cudaMemcpyDeviceToDevice, 0);
    for (int s = 0; s < steps; s++) {
        int *to = (steps - s) % 2 ? out : other;
        step_kernel<<<blocks, block>>>(in, to, n);
        in = to;
    }
    cudaFreeAsync(other, 0);
}
