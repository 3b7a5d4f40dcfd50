// rejected by: trap uninitialised-shared | case (each thread takes a task of its own, and some leave the loop)
// says: Each thread fetches a task of its own from the queue, so no block works on a task as a whole. One thread fetches; the others read its number from shared memory.
// A kernel that stays: as many blocks as fit, and each fetches work until there is
// none. The next task is fetched while a block works on the one before.

constexpr int BLOCK = 256, WARPS = BLOCK / 32, CODES = 2048;

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

__device__ int queue; // the first task that nobody has

__global__ void serve(const int *table, const short *codes, const int *offsets,
                      int *out, int tasks, int *next) {
    __shared__ int decode[CODES];
    for (int i = threadIdx.x; i < CODES; i += BLOCK)
        decode[i] = table[i]; // once for all tasks of this block
    for (;;) {
        int t = atomicAdd(next, 1);
        __syncthreads(); // the table is there
        if (t >= tasks) return; // all threads of the block alike
        int sum = 0;
        for (int i = offsets[t] + threadIdx.x; i < offsets[t + 1]; i += BLOCK)
            sum += decode[codes[i]];
        sum = block_sum(sum);
        if (threadIdx.x == 0) out[t] = sum;
        __syncthreads(); // all have read task and the parts
    }
}

// Blocks that the GPU holds at once.
static int resident() {
    int sms, each;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, serve, BLOCK, 0);
    return sms * each;
}

void decode_sums(const int *table, const short *codes, const int *offsets, int *out,
                 int tasks, int n) {
    if (tasks < 1) return;
    int *next, blocks = resident();
    cudaGetSymbolAddress((void **)&next, queue);
    cudaMemsetAsync(next, 0, sizeof *next, 0);
    serve<<<blocks < tasks ? blocks : tasks, BLOCK>>>(table, codes, offsets, out,
                                                      tasks, next);
}
