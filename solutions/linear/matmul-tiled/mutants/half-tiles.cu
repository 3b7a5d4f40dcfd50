// rejected by: case (keeps the tiles in half precision)
// says: The tiles are kept in half precision, which has about three digits. They have to be float.
#include <cuda_fp16.h>

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ __half as[32][32], bs[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 32 + y;
    int col = blockIdx.x * 32 + x;
    float sum = 0.0f;
    for (int p = 0; p < k; p += 32) {
        as[y][x] = row < m && p + x < k ? a[row * k + p + x] : 0.0f;
        bs[y][x] = p + y < k && col < n ? b[(p + y) * n + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < 32; q++)
            sum += __half2float(as[y][q]) * __half2float(bs[q][x]);
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
