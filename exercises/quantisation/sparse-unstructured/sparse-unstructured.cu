// Y = W X, W by compressed rows.
//
// TODO: right, and each thread walks along its row of W by itself. Let a warp share a
// row of W and a stretch of each row of X. Then work out two densities, and answer.
//
// Below which density does W take less memory by compressed rows than with all its zeros?
// And below which one is the product faster than the dense one, on the device of the
// brief? Each is one of
//   half, quarter, tenth, hundredth
// storage:
// break-even:

const int BLOCK = 256;

__global__ void spmm_kernel(const int *offsets, const int *cols, const float *values,
                            const float *x, float *y, int rows, int batch) {
    int row = blockIdx.x * BLOCK + threadIdx.x;
    int b = blockIdx.y;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int i = offsets[row]; i < offsets[row + 1]; i++)
        sum += values[i] * x[(size_t)cols[i] * batch + b];
    y[(size_t)row * batch + b] = sum;
}

void spmm(const int *offsets, const int *cols, const float *values, const float *x,
          float *y, int rows, int width, int batch, int nnz) {
    if (rows == 0 || batch == 0) return;
    dim3 grid((rows + BLOCK - 1) / BLOCK, batch);
    spmm_kernel<<<grid, BLOCK>>>(offsets, cols, values, x, y, rows, batch);
}
