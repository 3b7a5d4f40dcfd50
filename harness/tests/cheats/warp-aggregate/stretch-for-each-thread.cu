// rejected by: gate exchanges (a thread has a stretch of its own, and the lanes agree on nothing)
const int QUEUES = 4;
const int MOST = 1 << 20; // elements
__device__ int queue[QUEUES][MOST];
const int EACH = 64;
// A thread has a stretch of its own and asks once for all of it.
__global__ void fill(const int *key, int *count, int n) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * EACH, last = min(first + EACH, n);
    int c[QUEUES] = {};
    for (int i = first; i < last; i++)
        for (int q = 0; q < QUEUES; q++) c[q] += key[i] == q;
    for (int q = 0; q < QUEUES; q++) {
        if (c[q] == 0) continue;
        int at = atomicAdd(&count[q], c[q]);
        for (int i = first; i < last; i++)
            if (key[i] == q) queue[q][at++] = i;
    }
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
    fill<<<(n + 64 * EACH - 1) / (64 * EACH), 64>>>(key, count, n);
    serve<<<dim3(min(blocks, 256), QUEUES), 256>>>(out, count);
}
