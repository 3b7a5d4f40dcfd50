// rejected by: case rows=9 (a warp per row, and a grid for a thread per row)
// says: Some rows from row 8 on are never stored. A row takes a warp, so a block of 256 threads takes 8 rows. Is the grid large enough, and is the row the number of the thread in the grid, divided by 32?
const int WARP = 32;

__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return; // the whole warp leaves, never a part of it

    float sum = 0.0f;
    for (int c = lane; c < cols; c += WARP)
        sum += in[row * cols + c];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;

    int warps = 8; // per block
    row_kernel<<<(rows + 255) / 256, 256>>>(in, out, rows,
                                                             cols);
}
