// rejected by: case cols=33 (no loop: the first 32 elements only)
// says: Each lane adds one element, so only the first 32 of a row are in the sum. A lane has to go on, 32 elements further each time.
__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float *mine = in + (size_t)row * cols;
    float sum = 0.0f;
    if (lane < cols) sum = mine[lane];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) out[row] = sum;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    row_kernel<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
}
