// rejected by: gate blocks (the fence is still missing; a single block takes all parts)
// Running sums over a whole array in one launch: each block waits for the total of
// the block before it.
//
// line: E
// cause: unordered-writes

const int THREADS = 256;

// Words through which blocks tell each other. All zero at the start.
struct Board {
    int next;    // the ticket of the next block to begin
    int *totals; // of each block: the sum of all elements up to its end
    int *ready;  // 1: the total is there
};

// Sums of the block's elements up to each thread's.
__device__ int block_scan(int x, int *tile) {
    int t = threadIdx.x;
    tile[t] = x;
    __syncthreads();
    for (int d = 1; d < THREADS; d *= 2) {
        int left = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    return tile[t];
}

// Waits for the block before, and passes on the total. Returns the sum of all
// elements before this block.
__device__ int hand_over(Board *board, int block, int sum) {
    int before = 0;
    if (block > 0) {
        volatile int *ready = &board->ready[block - 1];
        while (*ready == 0) {
        }
        __threadfence(); // the word first, then the total
        before = board->totals[block - 1];
    }
    board->totals[block] = before + sum;
    *(volatile int *)&board->ready[block] = 1;
    return before;
}

__global__ void scan(const int *in, int *out, Board *board, int n) {
    __shared__ int tile[THREADS], block, before;
    for (;;) { // one block takes all tickets
        if (threadIdx.x == 0) block = atomicAdd(&board->next, 1);
        __syncthreads();
        int i = block * THREADS + threadIdx.x;
        if (i - threadIdx.x >= n) return;
        int sum = block_scan(i < n ? in[i] : 0, tile);
        if (threadIdx.x == THREADS - 1) before = hand_over(board, block, sum);
        __syncthreads();
        if (i < n) out[i] = before + sum;
        __syncthreads();
    }
}

void running_sums(const int *in, int *out, int n) {
    int blocks = (n + THREADS - 1) / THREADS;
    size_t bytes = sizeof(Board) + 2 * blocks * sizeof(int);
    Board *board, host = {};
    if (n == 0) return;
    cudaMalloc(&board, bytes);
    cudaMemset(board, 0, bytes);
    host.totals = (int *)(board + 1);
    host.ready = host.totals + blocks;
    cudaMemcpy(board, &host, sizeof host, cudaMemcpyHostToDevice);
    scan<<<1, THREADS>>>(in, out, board, n);
    cudaFree(board);
}
