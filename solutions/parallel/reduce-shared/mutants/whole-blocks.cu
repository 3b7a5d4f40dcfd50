// rejected by: case n=1 (the last, partial stretch is skipped)
// says: A stretch of fewer than 256 elements is left out. The last block has work even if it is not full: how many blocks are launched?
__global__ void sum_kernel(const float *in, float *out) {
    __shared__ float tile[256];
    int tid = threadIdx.x;
    tile[tid] = in[blockIdx.x * 256 + tid];
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n < 256) return;
    sum_kernel<<<n / 256, 256>>>(in, out);
}
