// rejected by: case n=256 (the last element is replaced by 0)
// says: The last element of in has the index n - 1, and it is not loaded. Look at the condition that compares i with n.
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    tile[tid] = i < n - 1 ? in[i] : 0.0f;
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
