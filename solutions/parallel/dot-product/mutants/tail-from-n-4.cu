// rejected by: case n=31 (the loop over the rest starts at n / 4 and not at n / 4 * 4)
// says: The loop over the rest starts at element n / 4. That is the number of float4s: they cover the elements up to n / 4 * 4, and the rest begins there.
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    __shared__ float cache[256];
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b;
    float sum = 0;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n / 4; i += gridDim.x * blockDim.x)
        sum += a4[i].x * b4[i].x + a4[i].y * b4[i].y + a4[i].z * b4[i].z +
               a4[i].w * b4[i].w;
    if (t == 0)
        for (int i = n / 4; i < n; i++)
            sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
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
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0)
        return;
    int blocks = (n + 255) / 256;
    if (blocks > 1024)
        blocks = 1024;
    dot_kernel<<<blocks, 256>>>(a, b, out, n);
}
