// rejected by: gate sectors_per_request | gate speedup (a thread for each row, but where all are of one length)
__global__ void compare(const int *offsets, int rows, int each, int *differ) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows && offsets[r + 1] - offsets[r] != each) *differ = 1;
}

__global__ void alike(const int *cols, const float *values, const float *x,
                      float *y, int rows, int each, const int *differ) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    float sum = 0.0f;
    if (*differ) return;
    for (int i = lane; r < rows && i < each; i += 8)
        sum += values[r * each + i] * x[cols[r * each + i]];
    for (int d = 4; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d, 8);
    if (r < rows && lane == 0) y[r] = sum;
}

__global__ void any(const int *offsets, const int *cols, const float *values,
                    const float *x, float *y, int rows, const int *differ) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (!*differ || r >= rows) return;
    float sum = 0.0f;
    for (int i = offsets[r]; i < offsets[r + 1]; i++)
        sum += values[i] * x[cols[i]];
    y[r] = sum;
}

void spmv(const int *offsets, const int *cols, const float *values,
          const float *x, float *y, int rows, int width, int nnz) {
    if (rows == 0) return;
    int *differ, each = nnz / rows;
    cudaMallocAsync(&differ, sizeof(int), 0);
    cudaMemsetAsync(differ, 0, sizeof(int), 0);
    compare<<<(rows + 255) / 256, 256>>>(offsets, rows, each, differ);
    alike<<<(rows + 31) / 32, 256>>>(cols, values, x, y, rows, each, differ);
    any<<<(rows + 255) / 256, 256>>>(offsets, cols, values, x, y, rows, differ);
    cudaFreeAsync(differ, 0);
}
