// rejected by: case n=1 (n divided by the threads rounds down)
__global__ void number(int *out, int n) {
    int per = n / (gridDim.x * blockDim.x);
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t * per; i < (t + 1) * per; i++) out[i] = i;
}

void hello(int *out, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    number<<<blocks, threads>>>(out, n);
}
