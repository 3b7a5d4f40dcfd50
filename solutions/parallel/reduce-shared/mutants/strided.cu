// rejected by: gate bank_conflicts | gate bandwidth (strides of 2, 4, 8 words)
__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 256 + tid;
    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        int j = 2 * s * tid;
        if (j + s < 256) tile[j] += tile[j + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
