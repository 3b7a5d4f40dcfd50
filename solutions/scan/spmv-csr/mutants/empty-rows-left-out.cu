// rejected by: pattern never-written (rows without elements)
// says: A row without elements is not written. Its y is 0.
// y = A x, A by compressed rows. A group of lanes has a row: as many as rows are long on
// average, so that most lanes have something to do.

const int BLOCK = 256;
const unsigned ALL = 0xffffffff;

template <int LANES>
__global__ void spmv_kernel(const int *offsets, const int *cols, const float *values,
                            const float *x, float *y, int rows) {
    int lane = threadIdx.x % LANES;
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES;
    float sum = 0.0f;
    if (row < rows) // neighbouring lanes have neighbouring elements of the row
        for (int i = offsets[row] + lane; i < offsets[row + 1]; i += LANES)
            sum += values[i] * x[cols[i]];
    for (int d = LANES / 2; d > 0; d /= 2) // inside the group; all lanes are here
        sum += __shfl_down_sync(ALL, sum, d, LANES);
    if (row < rows && lane == 0 && offsets[row] < offsets[row + 1]) y[row] = sum; // 0 for an empty row
}

template <int LANES>
static void launch(const int *offsets, const int *cols, const float *values,
                   const float *x, float *y, int rows) {
    int blocks = ((size_t)rows * LANES + BLOCK - 1) / BLOCK;
    spmv_kernel<LANES><<<blocks, BLOCK>>>(offsets, cols, values, x, y, rows);
}

void spmv(const int *offsets, const int *cols, const float *values, const float *x,
          float *y, int rows, int width, int nnz) {
    if (rows == 0) return;
    int mean = nnz / rows;
    auto with = mean > 16  ? launch<32>
                : mean > 8 ? launch<16>
                : mean > 4 ? launch<8>
                : mean > 2 ? launch<4>
                           : launch<2>;
    with(offsets, cols, values, x, y, rows);
}
