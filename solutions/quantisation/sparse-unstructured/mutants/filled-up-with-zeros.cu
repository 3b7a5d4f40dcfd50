// rejected by: case infinities in X (a row's last elements are filled up by 0 times row 0 of X)
// says: Elements are taken four at a time, and the missing ones are 0 times row 0 of X. If that row holds an infinity, the product is NaN: leave the missing ones out.
// Y = W X, W by compressed rows: a warp has a row of W and a strip of 128 columns of X.
//
// Below which density does W take less memory by compressed rows than with all its zeros?
// And below which one is the product faster than the dense one, on the device of the
// brief? Each is one of
//   half, quarter, tenth, hundredth
// storage: half
// break-even: tenth

const int BLOCK = 256;
const int STRIP = 128;
const unsigned ALL = 0xffffffff;

__global__ void __launch_bounds__(BLOCK)
    spmm_kernel(const int *offsets, const int *cols, const float *values, const float *x,
                float *y, int rows, int batch) {
    int lane = threadIdx.x % 32, row = blockIdx.x * (BLOCK / 32) + threadIdx.x / 32;
    if (row >= rows) return; // the whole warp
    int first = blockIdx.y * STRIP + lane, begin = offsets[row], end = offsets[row + 1];
    float sum[4] = {};
    for (int i = begin; i < end; i += 32) {
        int left = min(32, end - i);
        int col = lane < left ? cols[i + lane] : 0;
        float value = lane < left ? values[i + lane] : 0.0f;
        for (int e = 0; e < left; e += 4) {
            float v[4], z[4][4];
#pragma unroll
            for (int u = 0; u < 4; u++) { // beyond the last one the value is 0
                int c = __shfl_sync(ALL, col, e + u);
                v[u] = __shfl_sync(ALL, value, e + u);
#pragma unroll
                for (int j = 0; j < 4; j++)
                    z[u][j] = first + 32 * j < batch ? x[(size_t)c * batch + first + 32 * j] : 0.0f;
            }
#pragma unroll
            for (int u = 0; u < 4; u++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sum[j] += v[u] * z[u][j];
        }
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (first + 32 * j < batch) y[(size_t)row * batch + first + 32 * j] = sum[j];
}

void spmm(const int *offsets, const int *cols, const float *values, const float *x,
          float *y, int rows, int width, int batch, int nnz) {
    if (rows == 0 || batch == 0) return;
    dim3 grid((rows + BLOCK / 32 - 1) / (BLOCK / 32), (batch + STRIP - 1) / STRIP);
    spmm_kernel<<<grid, BLOCK>>>(offsets, cols, values, x, y, rows, batch);
}
