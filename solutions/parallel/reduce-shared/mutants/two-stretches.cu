// rejected by: case n=257 (a block adds 512 elements while it loads)
// says: The first sum has the elements of two stretches. Each stretch of 256 elements has a sum of its own, so a thread loads one element, and block b starts at 256 * b.
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK * 2 + tid;

    float mine = i < n ? in[i] : 0.0f;
    if (i + BLOCK < n) mine += in[i + BLOCK];
    tile[tid] = mine;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + 2 * BLOCK - 1) / (2 * BLOCK), BLOCK>>>(in, out, n);
}
