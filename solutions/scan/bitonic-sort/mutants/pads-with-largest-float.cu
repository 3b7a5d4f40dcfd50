// rejected by: case infinities (fills up with the largest float, which is less than infinity)
// says: What fills up to a power of two is the largest finite float. A key may be infinity, which is larger still: fill up with infinity.
#include <float.h>

constexpr int PAIRS = 256;  // threads of a block of global_step
constexpr int TILE = 1024;  // elements of a block, one for each thread

// Does element i keep the smaller one of itself and element i ^ j?
__device__ bool keeps_smaller(int i, int j, int k) {
    return ((i & j) == 0) == ((i & k) == 0);
}

__device__ float pick(float v, float w, bool smaller) {
    return smaller ? fminf(v, w) : fmaxf(v, w);
}

// The steps j, j / 2 .. 1 of stage k, for j below TILE.
__device__ float steps(float v, int i, int j, int k, float *tile) {
    int t = threadIdx.x;
    for (; j >= 32; j /= 2) {
        tile[t] = v;
        __syncthreads();
        float w = tile[t ^ j];
        __syncthreads();
        v = pick(v, w, keeps_smaller(i, j, k));
    }
    for (; j > 0; j /= 2)
        v = pick(v, __shfl_xor_sync(~0u, v, j), keeps_smaller(i, j, k));
    return v;
}

// Loads the keys, fills up, and does the stages 2 .. TILE.
__global__ void __launch_bounds__(TILE) first_stages(const float *keys, float *room, int n) {
    __shared__ float tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float v = i < n ? keys[i] : FLT_MAX; // above every key
    for (int k = 2; k <= TILE; k *= 2)
        v = steps(v, i, k / 2, k, tile);
    room[i] = v;
}

// The last steps of a later stage.
__global__ void __launch_bounds__(TILE) last_steps(float *room, int k) {
    __shared__ float tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    room[i] = steps(room[i], i, TILE / 2, k, tile);
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

// Two steps, 2 * j and j, of one stage: a thread for four elements.
__global__ void two_steps(float *keys, int j, int k) {
    int p = blockIdx.x * PAIRS + threadIdx.x;
    int i = (p & ~(j - 1)) * 4 + (p & (j - 1)); // bits j and 2 j are clear
    float a = keys[i], b = keys[i + j], c = keys[i + 2 * j], d = keys[i + 3 * j];
    bool up = (i & k) == 0;
    float a1 = pick(a, c, up), c1 = pick(a, c, !up);
    float b1 = pick(b, d, up), d1 = pick(b, d, !up);
    keys[i] = pick(a1, b1, up);
    keys[i + j] = pick(a1, b1, !up);
    keys[i + 2 * j] = pick(c1, d1, up);
    keys[i + 3 * j] = pick(c1, d1, !up);
}

void sort(const float *keys, float *out, int n) {
    if (n <= 0) return;
    int size = TILE; // a power of two
    while (size < n)
        size *= 2;
    float *room;
    cudaMallocAsync(&room, size * sizeof *room, 0);
    first_stages<<<size / TILE, TILE>>>(keys, room, n);
    for (int k = 2 * TILE; k <= size; k *= 2) {
        int j = k / 2;
        for (; j >= 2 * TILE; j /= 4)
            two_steps<<<size / 4 / PAIRS, PAIRS>>>(room, j / 2, k);
        for (; j >= TILE; j /= 2)
            global_step<<<size / 2 / PAIRS, PAIRS>>>(room, j, k);
        last_steps<<<size / TILE, TILE>>>(room, k);
    }
    cudaMemcpyAsync(out, room, n * sizeof *out, cudaMemcpyDeviceToDevice, 0);
    cudaFreeAsync(room, 0);
}
