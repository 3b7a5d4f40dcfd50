// rejected by: trap global-race | case n=257 | case n=1000 (the index is the block's number plus the thread's)
__global__ void number(int *out, int n) {
    int i = blockIdx.x + threadIdx.x;
    if (i < n) out[i] = i;
}
void hello(int *out, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    number<<<blocks, threads>>>(out, n);
}
