// rejected by: case n=256 (out[b] is the first element of the stretch: nothing is added)
// says: Thread 0 stores its own element. The other 255 are in the tile, and no step adds them.
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();

    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
