// rejected by: case n=257 (the elements of a stretch lie apart)
// says: The 256 elements of a sum are taken from all over the array. A stretch is 256 neighbours: the index is 256 * blockIdx.x + threadIdx.x.
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    int j = tid * gridDim.x + blockIdx.x;
    tile[tid] = j < n ? in[j] : 0.0f;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
