// rejected by: case n=1 (n divided by the threads rounds down)
// says: Each thread takes n divided by the number of threads, and this division rounds down: with fewer elements than threads it is 0, and a rest is left out. Here a thread needs no loop: one element for each.
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
