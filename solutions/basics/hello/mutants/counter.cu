// rejected by: case n=1 (the counter of all threads still has its value from the call before)
__device__ int counter = 0;
__global__ void number(int *out, int n) {
    int i = atomicAdd(&counter, 1);
    if (i < n) out[i] = i;
}
void hello(int *out, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    number<<<blocks, threads>>>(out, n);
}
