// rejected by: case n=50021 (128 blocks for any n, and each thread has one product)
// says: The grid has 128 blocks for any n, and each thread adds one product: those from 32768 on are missing. A grid of fixed size needs the loop that goes on by gridDim.x * blockDim.x.
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    __shared__ float cache[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cache[threadIdx.x] = i < n ? a[i] * b[i] : 0;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s)
            cache[threadIdx.x] += cache[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, cache[0]);
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemset(out, 0, sizeof(float));
    if (n == 0)
        return;
    dot_kernel<<<128, 256>>>(a, b, out, n);
}
