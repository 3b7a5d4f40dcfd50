// rejected by: case n=255 (the tree halves the number of elements left, and an odd one is lost)
// says: The steps halve the number of elements that are left, and half of an odd number loses an element. Fill the rest of the tile with zeros, and take s from 128 down in every block.
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();

    int left = min(n - (int)blockIdx.x * BLOCK, BLOCK);
    for (int s = left / 2; s > 0; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
