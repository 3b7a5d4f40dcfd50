// rejected by: case | trap uninitialised-shared (threads without an element leave theirs as it was)
__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 256 + tid;
    if (i < n) tile[tid] = in[i];
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

// A block may start with whatever an earlier one left in shared memory. This
// one leaves ones.
__global__ void someone_else(void) {
    __shared__ volatile float tile[256];
    tile[threadIdx.x] = 1.0f + blockIdx.x;
    __syncthreads();
    if (tile[255 - threadIdx.x] < 0.0f) tile[0] = 0.0f;
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    someone_else<<<4096, 256>>>();
    sum_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
