// A bitonic sort: a network of comparisons that is the same for all data.
//
// TODO: right, with a launch for every step. Let a block do all steps that stay in its tile,
// and a warp those that stay in a warp.

constexpr int PAIRS = 256; // threads of a block

// Does element i keep the smaller one of itself and element i ^ j?
__device__ bool keeps_smaller(int i, int j, int k) {
    return ((i & j) == 0) == ((i & k) == 0);
}

__global__ void pad(float *keys, int n) {
    int i = n + blockIdx.x * PAIRS + threadIdx.x;
    if (i < n + gridDim.x * PAIRS) keys[i] = INFINITY;
}

// One step over the whole array: a thread for each pair.
__global__ void global_step(float *keys, int j, int k) {
    int p = blockIdx.x * PAIRS + threadIdx.x;
    int i = (p & ~(j - 1)) * 2 + (p & (j - 1)); // bit j is clear
    float a = keys[i], b = keys[i ^ j];
    if ((a > b) == keeps_smaller(i, j, k)) {
        keys[i] = b;
        keys[i ^ j] = a;
    }
}

void sort(const float *keys, float *out, int n) {
    if (n <= 0) return;
    int size = 2 * PAIRS; // a power of two
    while (size < n)
        size *= 2;
    float *room;
    cudaMallocAsync(&room, (size + PAIRS) * sizeof *room, 0);
    cudaMemcpyAsync(room, keys, n * sizeof *room, cudaMemcpyDeviceToDevice, 0);
    if (size > n) pad<<<(size - n + PAIRS - 1) / PAIRS, PAIRS>>>(room, n);
    for (int k = 2; k <= size; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            global_step<<<size / 2 / PAIRS, PAIRS>>>(room, j, k);
    cudaMemcpyAsync(out, room, n * sizeof *out, cudaMemcpyDeviceToDevice, 0);
    cudaFreeAsync(room, 0);
}
