// rejected by: case k=77 | case all ones (cuts the bits off)
// Adds dot products of halves: a thread for each row.
#include <cuda_fp16.h>

__global__ void add_dots(const half *a, const half *b, half *out, int rows,
                         int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = __half2float(out[row]);
    for (int i = 0; i < k; i++)
        sum += __half2float(a[(size_t)row * k + i]) * __half2float(b[i]);
    out[row] = __float2half_rz(sum);
}

void half_dots(const half *a, const half *b, half *out, int rows, int k) {
    const int threads = 64;
    int blocks = (rows + threads - 1) / threads;
    if (rows > 0) add_dots<<<blocks, threads>>>(a, b, out, rows, k);
}
