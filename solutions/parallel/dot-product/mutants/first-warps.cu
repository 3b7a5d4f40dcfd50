// rejected by: case n=1025 (of each block only the first warp reaches out)
// says: Of each block only the sum of the first warp reaches out[0]. The shuffles add up the 32 lanes of a warp, and a block of 256 threads has 8 warps: lane 0 of each warp has a sum, and all of them are needed.
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += a[i] * b[i];
    for (int h = 16; h > 0; h /= 2) s += __shfl_down_sync(0xffffffff, s, h);
    if (threadIdx.x == 0) atomicAdd(out, s);
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    dot_kernel<<<1056, 256>>>(a, b, out, n);
}
