// Hello, threads: every thread writes its own number.

__global__ void number(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

void hello(int *out, int n) {
    if (n == 0) return; // a grid of no blocks is an error in CUDA

    int threads = 256;
    int blocks = (n + threads - 1) / threads; // n / threads, rounded up
    number<<<blocks, threads>>>(out, n);
}
