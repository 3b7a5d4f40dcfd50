// rejected by: case n=1 (each of the 32 lanes adds the sum of its warp)
// says: The result is 32 times what it should be. All lanes of a warp have its sum after the shuffles, and all of them add it. Only one may go on with it: if (threadIdx.x % 32 == 0).
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];

    for (int o = 16; o > 0; o /= 2)
        sum += __shfl_xor_sync(~0u, sum, o);
    atomicAdd(out, sum);
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
