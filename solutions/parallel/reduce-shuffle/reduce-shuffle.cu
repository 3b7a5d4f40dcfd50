// Row sums with warp shuffles: one warp per row.
//
//   lane      0    1    2   ...  31
//   reads    [0]  [1]  [2]  ... [31]     128 bytes, four whole sectors
//           [32] [33] [34]  ... [63]     and so on, all into one register each
//   shuffles 16, 8, 4, 2, 1: lane 0 has the sum

const int WARP = 32;

__device__ float warp_sum(float v) {
    for (int d = WARP / 2; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v; // of use in lane 0 only
}

__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return; // the whole warp leaves, never a part of it

    const float *mine = in + (size_t)row * cols;
    float sum = 0.0f;
    for (int c = lane; c < cols; c += WARP)
        sum += mine[c];

    sum = warp_sum(sum);
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;

    int warps = 8; // per block
    row_kernel<<<(rows + warps - 1) / warps, warps * WARP>>>(in, out, rows,
                                                             cols);
}
