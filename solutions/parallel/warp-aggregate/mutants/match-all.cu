// rejected by: trap global-race | case n=1000 (the match that asks whether all lanes agree)
const int QUEUES = 4;
const int MOST = 1 << 20; // elements
const unsigned ALL = 0xffffffff;

__device__ int queue[QUEUES][MOST];

__global__ void fill(const int *key, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i < n ? key[i] : -1; // -1: no element, so no work

    int lane = threadIdx.x % 32;
    int pred;
    unsigned same = __match_all_sync(ALL, k, &pred);
    int leader = __ffs(same) - 1;
    int rank = __popc(same & ((1u << lane) - 1));
    int base = 0;
    if (lane == leader && k >= 0 && k < QUEUES) base = atomicAdd(&count[k], __popc(same));
    base = __shfl_sync(ALL, base, leader);
    if (k >= 0 && k < QUEUES) queue[k][base + rank] = i;
}

// Takes positions from the queues; block row k serves queue k.
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
