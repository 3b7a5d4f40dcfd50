// rejected by: case n=3 (the tree halves 192 threads down to 3, and 3 / 2 loses one of them)
// says: The number of threads is no power of two, such as 96, 192 or 384. The tree halves it down to 3, and 3 / 2 is 1: every third sum is lost. Use a power of two, or round the half up and check for the end.
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    __shared__ float cache[192];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];

    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            cache[threadIdx.x] += cache[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(out, cache[0]);
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0)
        return;
    dot_kernel<<<264, 192>>>(a, b, out, n);
}
