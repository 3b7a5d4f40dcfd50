// baseline: a thread for each row
const int BLOCK = 256;

__global__ void spmv_kernel(const int *offsets, const int *cols, const float *values,
                            const float *x, float *y, int rows) {
    int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int i = offsets[row]; i < offsets[row + 1]; i++)
        sum += values[i] * x[cols[i]];
    y[row] = sum;
}

void spmv(const int *offsets, const int *cols, const float *values, const float *x,
          float *y, int rows, int width, int nnz) {
    if (rows == 0) return;
    spmv_kernel<<<(rows + BLOCK - 1) / BLOCK, BLOCK>>>(offsets, cols, values, x, y, rows);
}
