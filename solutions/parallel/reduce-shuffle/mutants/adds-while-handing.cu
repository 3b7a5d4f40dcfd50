// rejected by: case cols=32 (the lanes add into the variable that they hand over)
// says: The lanes add into the variable that they hand over, so the later lanes hand over sums instead of their own share. Add into a second variable, or halve the distance from step to step.
const int WARP = 32;

__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return;

    float sum = 0.0f;
    for (int c = lane; c < cols; c += WARP) sum += in[(size_t)row * cols + c];

    for (int l = 1; l < WARP; l++)
        sum += __shfl_sync(0xffffffff, sum, l);

    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;

    int warps = 8; // per block
    row_kernel<<<(rows + warps - 1) / warps, warps * WARP>>>(in, out, rows,
                                                             cols);
}
