// rejected by: case n=600011 (a thread multiplies its sum of a by its sum of b)
// says: Right as long as each thread has one element. With more, a thread multiplies sums: it adds up a and b apart and multiplies in the end. Multiply the two elements in the loop, and add the products.
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    float s = 0, r = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) { s += a[i]; r += b[i]; }
    s *= r;
    __shared__ float t[256];
    t[threadIdx.x] = s;
    __syncthreads();
    for (int h = 128; h > 0; h /= 2) {
        if (threadIdx.x < h) t[threadIdx.x] += t[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, t[0]);
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    dot_kernel<<<1056, 256>>>(a, b, out, n);
}
