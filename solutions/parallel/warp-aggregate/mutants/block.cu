// rejected by: gate smem_requests (a block counts in shared memory, and no warp agrees)
const int QUEUES = 4;
const int MOST = 1 << 20; // elements

__device__ int queue[QUEUES][MOST];

__global__ void fill(const int *key, int *count, int n) {
    __shared__ int mine[QUEUES], base[QUEUES];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i < n ? key[i] : -1;
    bool work = k >= 0 && k < QUEUES;
    if (threadIdx.x < QUEUES) mine[threadIdx.x] = 0;
    __syncthreads();
    int rank = work ? atomicAdd(&mine[k], 1) : 0;
    __syncthreads();
    if (threadIdx.x < QUEUES)
        base[threadIdx.x] = atomicAdd(&count[threadIdx.x], mine[threadIdx.x]);
    __syncthreads();
    if (work) queue[k][base[k] + rank] = i;
}

__global__ void serve(int *out, const int *count) {
    int k = blockIdx.y;
    for (int s = blockIdx.x * blockDim.x + threadIdx.x; s < count[k];
         s += gridDim.x * blockDim.x)
        out[queue[k][s]] += 10 + k;
}

void process(const int *key, int *out, int *count, int n) {
    cudaMemsetAsync(count, 0, QUEUES * sizeof(int));
    cudaMemsetAsync(out, 0, n * sizeof(int));
    if (n == 0) return;
    int blocks = (n + 255) / 256;
    fill<<<blocks, 256>>>(key, count, n);
    serve<<<dim3(min(blocks, 256), QUEUES), 256>>>(out, count);
}
