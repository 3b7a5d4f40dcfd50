// rejected by: case n=1025 (in later stages a tile begins with distance TILE / 4)
// says: In the later stages, the steps of a tile begin at a quarter of its size. The step with half of its size is missing.
constexpr int TILE = 1024, PAIRS = 256;
__device__ bool keeps_smaller(int i, int j, int k) { return ((i & j) == 0) == ((i & k) == 0); }
__global__ void pad(float *keys, int n, int size) {
    int i = n + blockIdx.x * PAIRS + threadIdx.x;
    if (i < size) keys[i] = INFINITY;
}
__global__ void global_step(float *keys, int j, int k) {
    int p = blockIdx.x * PAIRS + threadIdx.x;
    int i = (p & ~(j - 1)) * 2 + (p & (j - 1));
    float a = keys[i], b = keys[i ^ j];
    if ((a > b) == keeps_smaller(i, j, k)) {
        keys[i] = b;
        keys[i ^ j] = a;
    }
}
__device__ void step(float *s, int base, int j, int k) {
    int p = threadIdx.x;
    int i = (p & ~(j - 1)) * 2 + (p & (j - 1));
    float a = s[i], b = s[i ^ j];
    if ((a > b) == keeps_smaller(base + i, j, k)) {
        s[i] = b;
        s[i ^ j] = a;
    }
    __syncthreads();
}
// all stages that stay in the tile
__global__ void tile_sort(float *keys) {
    __shared__ float s[TILE];
    int base = blockIdx.x * TILE, t = threadIdx.x;
    s[t] = keys[base + t];
    s[t + TILE / 2] = keys[base + t + TILE / 2];
    __syncthreads();
    for (int k = 2; k <= TILE; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) step(s, base, j, k);
    keys[base + t] = s[t];
    keys[base + t + TILE / 2] = s[t + TILE / 2];
}
__global__ void tile_merge(float *keys, int k) {
    __shared__ float s[TILE];
    int base = blockIdx.x * TILE, t = threadIdx.x;
    s[t] = keys[base + t];
    s[t + TILE / 2] = keys[base + t + TILE / 2];
    __syncthreads();
    for (int j = TILE / 4; j > 0; j /= 2) step(s, base, j, k);
    keys[base + t] = s[t];
    keys[base + t + TILE / 2] = s[t + TILE / 2];
}
void sort(const float *keys, float *out, int n) {
    if (n <= 0) return;
    int size = TILE;
    while (size < n) size *= 2;
    float *room;
    cudaMallocAsync(&room, size * sizeof *room, 0);
    cudaMemcpyAsync(room, keys, n * sizeof *room, cudaMemcpyDeviceToDevice, 0);
    if (size > n) pad<<<(size - n + PAIRS - 1) / PAIRS, PAIRS>>>(room, n, size);
    tile_sort<<<size / TILE, TILE / 2>>>(room);
    for (int k = 2 * TILE; k <= size; k *= 2) {
        for (int j = k / 2; j >= TILE; j /= 2) global_step<<<size / 2 / PAIRS, PAIRS>>>(room, j, k);
        tile_merge<<<size / TILE, TILE / 2>>>(room, k);
    }
    cudaMemcpyAsync(out, room, n * sizeof *out, cudaMemcpyDeviceToDevice, 0);
    cudaFreeAsync(room, 0);
}
