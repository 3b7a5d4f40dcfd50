// rejected by: case (the products replace each other)
// says: An element of Y is the product of the last element of its row of W. The products of all elements are added.
// Y = W X, W by compressed rows. A warp has a row of W and 128 columns of X:
//
//   values, cols   32 at a time, one for each lane; then by shuffles to all
//   row of X       128 floats side by side, four for each lane
//
// storage: half
// break-even: tenth

const int BLOCK = 256;
const int OWN = 4;         // columns of a lane
const int WIDE = 32 * OWN; // columns of a warp
const unsigned ALL = 0xffffffff;

__global__ void spmm_kernel(const int *offsets, const int *cols, const float *values,
                            const float *x, float *y, int rows, int batch) {
    int lane = threadIdx.x % 32;
    int row = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    int first = blockIdx.y * WIDE + lane;
    if (row >= rows) return; // the whole warp

    float sum[OWN] = {};
    int end = offsets[row + 1];
    for (int i = offsets[row]; i < end; i += 32) {
        int left = min(32, end - i);
        int mine = lane < left ? cols[i + lane] : 0;
        float value = lane < left ? values[i + lane] : 0.0f;
        for (int e = 0; e < left; e++) { // left is the same in all lanes
            const float *from = x + (size_t)__shfl_sync(ALL, mine, e) * batch;
            float v = __shfl_sync(ALL, value, e);
            for (int j = 0; j < OWN; j++)
                if (first + 32 * j < batch) sum[j] = v * from[first + 32 * j];
        }
    }
    for (int j = 0; j < OWN; j++)
        if (first + 32 * j < batch) y[(size_t)row * batch + first + 32 * j] = sum[j];
}

void spmm(const int *offsets, const int *cols, const float *values, const float *x,
          float *y, int rows, int width, int batch, int nnz) {
    if (rows == 0 || batch == 0) return;
    dim3 grid((rows + BLOCK / 32 - 1) / (BLOCK / 32), (batch + WIDE - 1) / WIDE);
    spmm_kernel<<<grid, BLOCK>>>(offsets, cols, values, x, y, rows, batch);
}
