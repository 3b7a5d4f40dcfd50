// rejected by: case n=256 (s goes up from 1, and the last step, s = 128, is left out)
// says: The steps go upwards and stop before s = 128, so only half of the elements are in tile[0]. Which value of s is the last step?
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (int s = 1; s < BLOCK / 2; s *= 2) {
        if (tid % (2 * s) == 0) tile[tid] += tile[tid + s];
        __syncthreads(); // for all, not only for those that added
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
