// rejected by: case tasks=5000 n=40009 (the sum is not set to 0 for the next task)
// says: The sum goes on from one task of a block to the next. It must begin at 0 for each task.
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
    __syncthreads(); // part is written again
    return sum;
}

__global__ void serve(const int *table, const short *codes, const int *offsets,
                      int *out, int tasks) {
    __shared__ int decode[CODES];
    for (int i = threadIdx.x; i < CODES; i += BLOCK)
        decode[i] = table[i];
    __syncthreads();
    int sum = 0;
    for (int t = blockIdx.x; t < tasks; t += gridDim.x) {
        for (int i = offsets[t] + threadIdx.x; i < offsets[t + 1]; i += BLOCK)
            sum += decode[codes[i]];
        int total = block_sum(sum);
        if (threadIdx.x == 0) out[t] = total;
        __syncthreads();
    }
}

void decode_sums(const int *table, const short *codes, const int *offsets, int *out,
                 int tasks, int n) {
    if (tasks == 0) return;
    serve<<<min(tasks, 132 * 8), BLOCK>>>(table, codes, offsets, out, tasks);
}
