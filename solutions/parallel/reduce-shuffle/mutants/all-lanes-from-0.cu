// rejected by: case cols=32 (all lanes add the same elements)
// says: Each sum is 32 times what lane 0 has added up. Do all lanes add the same elements? Each begins at its own lane. Does __shfl_up_sync gather the sum in lane 31, not 0? Or is the result of the shuffle not used? It returns the other lane's value and changes no argument.
const int WARP = 32;

__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return; // the whole warp leaves, never a part of it

    float sum = 0.0f;
    for (int c = 0; c < cols; c += WARP)
        sum += in[row * cols + c];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;

    int warps = 8; // per block
    row_kernel<<<(rows + warps - 1) / warps, warps * WARP>>>(in, out, rows,
                                                             cols);
}
