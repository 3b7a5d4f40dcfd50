const int WARP = 32;

__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return;

    float sum = 0.0f;
    for (int c = lane; c < cols; c += WARP) sum += in[(size_t)row * cols + c];

    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);

    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    int warps = 8;
    row_kernel<<<(rows + warps - 1) / warps, warps * WARP>>>(in, out, rows, cols);
}
