// rejected by: trap global-race | timeout (each thread writes its element and all after it)
__global__ void number(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        out[i] = i;
        i++;
    }
}
void hello(int *out, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    number<<<blocks, threads>>>(out, n);
}
