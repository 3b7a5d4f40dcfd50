// rejected by: case cols=32 (four steps instead of five: half of the lanes)
// says: The shuffles begin with a step of 8, so lane 0 gets the sum of 16 lanes. With 32 lanes the first step is half of them.
__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float *mine = in + (size_t)row * cols;
    float sum = 0.0f;
    for (int c = lane; c < cols; c += 32)
        sum += mine[c];
    for (int d = 8; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    row_kernel<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
}
