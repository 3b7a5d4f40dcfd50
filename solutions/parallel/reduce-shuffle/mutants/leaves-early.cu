// rejected by: trap absent-lane | case | timeout (idle lanes have left)
__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float *mine = in + (size_t)row * cols;
    float sum = 0.0f;
    if (lane >= cols && lane > 0) return;
    for (int c = lane; c < cols; c += 32)
        sum += mine[c];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    row_kernel<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
}
