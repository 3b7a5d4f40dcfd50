// rejected by: case n=256 (the first step adds a quarter of the block, so elements 128 to 255 are left out)
// says: The tree starts too low: with s = 64 the elements from 128 on are never added. With 256 elements, how many threads can add a pair in the first step?
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (int s = BLOCK / 4; s > 0; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads(); // for all, not only for those that added
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
