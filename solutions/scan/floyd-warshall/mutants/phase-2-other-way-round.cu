// rejected by: case n=33 (the row is r x P and the column P x c)
// says: In phase 2 the factors are in the wrong order. A tile of the row becomes P x r, one of the column c x P.
#include <limits.h>
const int TILE = 32;
const int FAR = 1 << 29;
const int NEAR = 1 << 28;

__global__ void start_kernel(const int *length, const int *height, int *dist, int n) {
    int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
    if (i >= n || j >= n) return;
    int road = length[(size_t)i * n + j];
    int cost = road < 0 ? FAR : road + height[j] - height[i];
    dist[(size_t)i * n + j] = i == j ? 0 : cost;
}
__device__ int get(const int *dist, int n, int i, int j) {
    return i < n && j < n ? dist[(size_t)i * n + j] : FAR;
}
__global__ void diag(int *dist, int n, int k) {
    __shared__ int p[TILE][TILE];
    int y = threadIdx.y, x = threadIdx.x, i = k * TILE + y, j = k * TILE + x;
    p[y][x] = get(dist, n, i, j);
    __syncthreads();
    for (int q = 0; q < TILE; q++) {
        int v = min(p[y][x], p[y][q] + p[q][x]);
        __syncthreads();
        p[y][x] = v;
        __syncthreads();
    }
    if (i < n && j < n) dist[(size_t)i * n + j] = p[y][x];
}
__global__ void cross(int *dist, int n, int k) {
    __shared__ int p[TILE][TILE], c[TILE][TILE];
    int y = threadIdx.y, x = threadIdx.x, b = blockIdx.x;
    if (b == k) return;
    int i = (blockIdx.y ? b : k) * TILE + y, j = (blockIdx.y ? k : b) * TILE + x;
    p[y][x] = get(dist, n, k * TILE + y, k * TILE + x);
    c[y][x] = get(dist, n, i, j);
    __syncthreads();
    int v = c[y][x];
    for (int q = 0; q < TILE; q++)
        v = min(v, blockIdx.y ? p[y][q] + c[q][x] : c[y][q] + p[q][x]);
    if (i < n && j < n) dist[(size_t)i * n + j] = v;
}
__global__ void rest(int *dist, int n, int k) {
    __shared__ int r[TILE][TILE], c[TILE][TILE];
    int y = threadIdx.y, x = threadIdx.x;
    if (blockIdx.x == k || blockIdx.y == k) return;
    int i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x;
    c[y][x] = get(dist, n, i, k * TILE + x);
    r[y][x] = get(dist, n, k * TILE + y, j);
    __syncthreads();
    int v = get(dist, n, i, j);
    for (int q = 0; q < TILE; q++)
        v = min(v, c[y][q] + r[q][x]);
    if (i < n && j < n) dist[(size_t)i * n + j] = v;
}
__global__ void finish_kernel(int *dist, int n) {
    int i = blockIdx.y * TILE + threadIdx.y, j = blockIdx.x * TILE + threadIdx.x;
    if (i >= n || j >= n) return;
    if (dist[(size_t)i * n + j] > NEAR) dist[(size_t)i * n + j] = INT_MAX;
}
void shortest_paths(const int *length, const int *height, int *dist, int n) {
    if (n == 0) return;
    int tiles = (n + TILE - 1) / TILE;
    dim3 block(TILE, TILE), all(tiles, tiles);
    start_kernel<<<all, block>>>(length, height, dist, n);
    for (int k = 0; k < tiles; k++) {
        diag<<<1, block>>>(dist, n, k);
        cross<<<dim3(tiles, 2), block>>>(dist, n, k);
        rest<<<all, block>>>(dist, n, k);
    }
    finish_kernel<<<all, block>>>(dist, n);
}
