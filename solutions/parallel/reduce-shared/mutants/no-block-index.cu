// rejected by: case n=257 (every block adds the first stretch of the input)
// says: All blocks load the same 256 elements. The stretch of block b begins at 256 * b: is the number of the block in the index?
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = tid;

    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads(); // for all, not only for those that added
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
