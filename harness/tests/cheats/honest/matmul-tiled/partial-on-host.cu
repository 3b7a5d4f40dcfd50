// passes (looks at a corner of the result on the host and keeps it in mapped memory: no work of the kernel's)
#include <vector>

const int TILE = 32;

__global__ void tiled(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int at = 0; at < k; at += TILE) {
        int kx = at + threadIdx.x, ky = at + threadIdx.y;
        ta[threadIdx.y][threadIdx.x] = row < m && kx < k ? a[(size_t)row * k + kx] : 0;
        tb[threadIdx.y][threadIdx.x] = ky < k && col < n ? b[(size_t)ky * n + col] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += ta[threadIdx.y][p] * tb[p][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) c[(size_t)row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    tiled<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(a, b, c, m, n, k);
    std::vector<float> corner(n);
    cudaMemcpy(corner.data(), c, 4ul * n, cudaMemcpyDeviceToHost);
    float *kept;
    cudaMallocHost(&kept, 4ul * n);
    for (int j = 0; j < n; j++)
        kept[j] = corner[j];
    cudaMemcpy(c, kept, 4ul * n, cudaMemcpyHostToDevice);
    cudaFreeHost(kept);
}
