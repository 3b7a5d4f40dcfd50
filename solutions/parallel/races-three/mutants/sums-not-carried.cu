// rejected by: trap uninitialised-shared | case (elements with nothing to add are not stored into the other buffer)
// Three kernels, each with the barriers that it needs and no others. Every
// barrier says what it separates.

// Running sums: in each step, add what lies d elements before. Two buffers: a
// step reads one and writes the other, so nobody overwrites what others read.
__global__ void running(const int *in, int *sums, int n) {
    extern __shared__ int buffers[]; // two of blockDim.x words
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int *from = buffers, *to = buffers + blockDim.x;

    from[t] = i < n ? in[i] : 0;
    for (int d = 1; d < blockDim.x; d *= 2) {
        __syncthreads(); // from is complete | it is read; to was read | written
        if (t >= d) to[t] = from[t] + from[t - d];
        int *other = from;
        from = to;
        to = other;
    }
    if (i < n) sums[i] = from[t]; // its own word
}

// Two rounds of left + 2 * x + right.
__global__ void smoothed(const int *in, int *smooth, int n) {
    extern __shared__ int tile[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    tile[t] = i < n ? in[i] : 0;
    for (int round = 0; round < 2; round++) {
        __syncthreads(); // all have written | neighbours read
        int left = t > 0 ? tile[t - 1] : 0;
        int right = t + 1 < blockDim.x ? tile[t + 1] : 0;
        __syncthreads(); // neighbours have read | the next value is written
        tile[t] = left + 2 * tile[t] + right;
    }
    if (i < n) smooth[i] = tile[t]; // its own word
}

// How often each remainder by 16 occurs in the stretch.
__global__ void count(const int *in, int *counts, int n) {
    __shared__ int bins[16];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    if (t < 16) bins[t] = 0;
    __syncthreads(); // zeroed | counted
    if (i < n) atomicAdd(&bins[in[i] % 16], 1);
    __syncthreads(); // counted | read
    if (t < 16) counts[blockIdx.x * 16 + t] = bins[t];
}

void three(const int *in, int *sums, int *smooth, int *counts, int n,
           int block) {
    if (n == 0) return;
    int blocks = (n + block - 1) / block;
    running<<<blocks, block, 2 * block * sizeof(int)>>>(in, sums, n);
    smoothed<<<blocks, block, block * sizeof(int)>>>(in, smooth, n);
    count<<<blocks, block>>>(in, counts, n);
}
