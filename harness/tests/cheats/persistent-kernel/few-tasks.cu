// rejected by: gate traffic (a block for each task, where tasks are fewer than in the timed case)
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
    __shared__ int decode[CODES], task;
    for (int i = threadIdx.x; i < CODES; i += BLOCK)
        decode[i] = table[i]; // once for all tasks of this block
    int ahead = threadIdx.x == 0 ? atomicAdd(next, 1) : 0;
    for (;;) {
        if (threadIdx.x == 0) {
            task = ahead;
            ahead = atomicAdd(next, 1); // nobody waits for it yet
        }
        __syncthreads(); // task is there, and the table
        int t = task;
        if (t >= tasks) return; // all threads of the block alike
        int sum = 0;
        for (int i = offsets[t] + threadIdx.x; i < offsets[t + 1]; i += BLOCK)
            sum += decode[codes[i]];
        sum = block_sum(sum); // in which all meet: they have read task
        if (threadIdx.x == 0) out[t] = sum;
    }
}

// Blocks that the GPU holds at once.
static int resident() {
    int sms, each;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, serve, BLOCK, 0);
    return sms * each;
}

__global__ void each(const int *table, const short *codes, const int *offsets, int *out) {
    __shared__ int decode[CODES];
    for (int i = threadIdx.x; i < CODES; i += BLOCK)
        decode[i] = table[i];
    __syncthreads();
    int t = blockIdx.x, sum = 0;
    for (int i = offsets[t] + threadIdx.x; i < offsets[t + 1]; i += BLOCK)
        sum += decode[codes[i]];
    sum = block_sum(sum);
    if (threadIdx.x == 0) out[t] = sum;
}

void decode_sums(const int *table, const short *codes, const int *offsets, int *out,
                 int tasks, int n) {
    if (tasks < 1) return;
    if (tasks < 10000) {
        each<<<tasks, BLOCK>>>(table, codes, offsets, out);
        return;
    }
    int *next, blocks = resident();
    cudaGetSymbolAddress((void **)&next, queue);
    cudaMemsetAsync(next, 0, sizeof *next, 0);
    serve<<<blocks < tasks ? blocks : tasks, BLOCK>>>(table, codes, offsets, out,
                                                      tasks, next);
}
