// rejected by: case n=256 (the last thread stores its own element instead of the sum)
// says: The sum is in tile[0] when the tree is done. This stores the element of the last thread: which place does the last step add to?
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads(); // for all, not only for those that added
    }
    if (tid == BLOCK - 1) out[blockIdx.x] = tile[tid];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
