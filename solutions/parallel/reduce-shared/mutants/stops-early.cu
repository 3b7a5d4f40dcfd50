// rejected by: case n=256 (the loop ends one step too soon)
// says: One step is missing: two sums are left, in tile[0] and tile[1]. Does the loop do the step s = 1? If your steps go back and forth between two tiles, is the result read from the tile that the last step wrote?
__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 256 + tid;
    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 128; s > 1; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
