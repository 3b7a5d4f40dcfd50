// rejected by: case n=256 (forgets the sums of the other warps of a block)
// says: Only the sum of warp 0 of each block reaches out. The other warps have sums, too: bring them together in shared memory.
__global__ void sum_kernel(const float *in, float *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        s += in[i];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x == 0) atomicAdd(out, s);
}

void sum(const float *in, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    sum_kernel<<<64, 256>>>(in, out, n);
}
