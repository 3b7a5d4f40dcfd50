// TODO(author): the solution, as you would like to read it. It passes every gate.

__global__ void @name@_kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

void @name@(const float *in, float *out, int n) {
    if (n == 0) return; // a grid of no blocks is an error in CUDA

    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    @name@_kernel<<<blocks, threads>>>(in, out, n);
}
