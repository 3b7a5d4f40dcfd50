// Reducing a whole array to one sum.

__global__ void sum_kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: n atomics on one address queue up. Add up in registers first, then
    // within the warp, then within the block.
    if (i < n) atomicAdd(out, in[i]);
}

void sum(const float *in, float *out, int n) {
    // TODO: what does out[0] hold before the first addition?
    if (n == 0) return;

    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
