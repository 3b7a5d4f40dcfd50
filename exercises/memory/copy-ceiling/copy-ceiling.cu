// A copy as fast as the memory allows.

// TODO: right, and slow: each thread copies a stretch of its own, as a thread
// of a CPU would. Which addresses does a warp touch at the same time?
__global__ void copy_kernel(const float *in, float *out, int n, int each) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < first + each && i < n; i++)
        out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    int blocks = 264, threads = 256;
    int each = (n + blocks * threads - 1) / (blocks * threads);
    copy_kernel<<<blocks, threads>>>(in, out, n, each);
}
