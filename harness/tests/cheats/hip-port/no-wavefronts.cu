// rejected by: case (a thread for a row, and one thread for the parts: no lane needs another)
#include <hip/hip_runtime.h>

__global__ void rows_kernel(const float *x, float *sums, int *list, int *counts, int rows,
                            int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
    float sum = 0;
    for (int c = 0; r < rows && c < cols; c++) {
        float v = x[(size_t)r * cols + c];
        if (!list)
            sum += v;
        else if (v > 0)
            list[(size_t)r * cols + n++] = c;
    }
    if (r < rows && list) counts[r] = n;
    if (r < rows && !list) sums[r] = sum;
}

__global__ void total_kernel(const float *x, float *sum, int n) {
    __shared__ float part[256];
    part[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        part[threadIdx.x] += x[i];
    __syncthreads();
    float all = 0;
    for (int i = 0; threadIdx.x == 0 && i < 256; i++)
        all += part[i];
    if (threadIdx.x == 0) *sum = all;
}

void row_sums(const float *x, float *sums, int rows, int cols) {
    rows_kernel<<<(rows + 127) / 128, 128>>>(x, sums, nullptr, nullptr, rows, cols);
}

void total(const float *x, float *sum, int n) {
    total_kernel<<<1, 256>>>(x, sum, n);
}

void positives(const float *x, int *list, int *counts, int rows, int cols) {
    rows_kernel<<<(rows + 127) / 128, 128>>>(x, nullptr, list, counts, rows, cols);
}
