// rejected by: gate const_words (a block for each task; the table is in constant memory)
constexpr int BLOCK = 256, WARPS = BLOCK / 32, CODES = 2048;

// In every thread of the block.
__device__ int block_sum(int v) {
    __shared__ int part[WARPS];
    v = __reduce_add_sync(~0u, v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    int sum = 0;
    for (int w = 0; w < WARPS; w++)
        sum += part[w];
    return sum;
}

__constant__ int decode[CODES];

__global__ void serve(const short *codes, const int *offsets,
                      int *out) {
    int t = blockIdx.x, sum = 0;
    for (int i = offsets[t] + threadIdx.x; i < offsets[t + 1]; i += BLOCK)
        sum += decode[codes[i]];
    sum = block_sum(sum);
    if (threadIdx.x == 0) out[t] = sum;
}

void decode_sums(const int *table, const short *codes, const int *offsets, int *out,
                 int tasks, int n) {
    cudaMemcpyToSymbolAsync(decode, table, sizeof decode, 0, cudaMemcpyDeviceToDevice, 0);
    if (tasks > 0) serve<<<tasks, BLOCK>>>(codes, offsets, out);
}
