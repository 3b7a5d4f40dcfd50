// rejected by: case n=1000 (of the stages in a tile only the last is done)
// says: Of the stages up to the tile's size only the last one is done. It needs sorted stretches: stages 2, 4, 8 and so on come before it.
// A bitonic sort: a network of comparisons that is the same for all data.
//
// Stage k merges pairs of sorted halves into sorted stretches of k elements. Its steps
// compare elements that lie j apart, j = k/2, k/4 ... 1. Steps with j below 32 stay in a warp,
// those below TILE in a block; only the others are launches of their own.

constexpr int TILE = 1024; // elements and threads of a block
constexpr int PAIRS = 256; // threads of a block in a step over the whole array

// Does element i keep the smaller one of itself and element i ^ j?
__device__ bool keeps_smaller(int i, int j, int k) {
    return ((i & j) == 0) == ((i & k) == 0);
}

// The steps of stages first ... last that stay in a tile. Beyond n: infinity.
__global__ void tile_steps(const float *in, int n, float *out, int first, int last) {
    __shared__ float tile[TILE];
    int t = threadIdx.x, i = blockIdx.x * TILE + t;
    float v = i < n ? in[i] : INFINITY;
    for (int k = first; k <= last; k *= 2) {
        for (int j = min(k, TILE) / 2; j > 0; j /= 2) {
            float other;
            if (j < 32) {
                other = __shfl_xor_sync(~0u, v, j);
            } else {
                __syncthreads(); // the step before has been read
                tile[t] = v;
                __syncthreads();
                other = tile[t ^ j];
            }
            v = keeps_smaller(i, j, k) ? fminf(v, other) : fmaxf(v, other);
        }
    }
    out[i] = v;
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
    int size = TILE; // a power of two
    while (size < n)
        size *= 2;
    float *room;
    cudaMallocAsync(&room, size * sizeof *room, 0);
    tile_steps<<<size / TILE, TILE>>>(keys, n, room, TILE, TILE);
    for (int k = 2 * TILE; k <= size; k *= 2) {
        for (int j = k / 2; j >= TILE; j /= 2)
            global_step<<<size / 2 / PAIRS, PAIRS>>>(room, j, k);
        tile_steps<<<size / TILE, TILE>>>(room, size, room, k, k);
    }
    cudaMemcpyAsync(out, room, n * sizeof *out, cudaMemcpyDeviceToDevice, 0);
    cudaFreeAsync(room, 0);
}
