// rejected by: case all ones (2048 + 1 is 2048)
// Adds dot products of halves: a thread for each row.
#include <cuda_fp16.h>

__global__ void add_dots(const half *a, const half *b, half *out, int rows,
                         int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    half sum = out[row];
    for (int i = 0; i < k; i++)
        sum = __hfma(a[(size_t)row * k + i], b[i], sum);
    out[row] = sum;
}

void half_dots(const half *a, const half *b, half *out, int rows, int k) {
    const int threads = 64;
    int blocks = (rows + threads - 1) / threads;
    if (rows > 0) add_dots<<<blocks, threads>>>(a, b, out, rows, k);
}
