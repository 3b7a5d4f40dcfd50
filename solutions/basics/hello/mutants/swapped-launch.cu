// rejected by: trap bad-launch | launch (blocks and threads have changed places in the launch)
__global__ void number(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

void hello(int *out, int n) {
    if (n == 0) return;

    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    number<<<threads, blocks>>>(out, n);
}
