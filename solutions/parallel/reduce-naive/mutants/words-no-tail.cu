// rejected by: case n=1 (reads four elements at a time and leaves out the last n % 4)
// says: Elements are taken four at a time, and the last n % 4 of them are not added. One element for each thread has no such rest.
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        int4 v = ((const int4 *)in)[i];
        atomicAdd(out, v.x);
        atomicAdd(out, v.y);
        atomicAdd(out, v.z);
        atomicAdd(out, v.w);
    }
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0)
        return;
    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
