// rejected by: case n=1 (each of the 256 threads of a block adds the sum of the block)
// says: The result is 256 times what it should be. Either all threads of a block add the block's sum to out[0], where one should: if (threadIdx.x == 0). Or 256 blocks add up the same elements, where each needs its own.
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    __shared__ float cache[256];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];

    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s)
            cache[threadIdx.x] += cache[threadIdx.x + s];
        __syncthreads();
    }
    atomicAdd(out, cache[0]);
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0)
        return;
    int blocks = (n + 255) / 256;
    if (blocks > 1024)
        blocks = 1024;
    dot_kernel<<<blocks, 256>>>(a, b, out, n);
}
