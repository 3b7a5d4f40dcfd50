// rejected by: case rows=7 (the number in the block is taken for the number in the warp)
// says: Only the first warp of a block begins its row at column 0: the number of a thread in the block is used where that of the lane belongs. The lane is threadIdx.x % 32.
template <int N>
__global__ void backward_kernel(const float *y, const float *dy, float *dx, int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x;
    if (row >= rows) return;
    y += (size_t)row * cols, dy += (size_t)row * cols, dx += (size_t)row * cols;
    float a[N], b[N], s = 0.0f;
#pragma unroll
    for (int i = 0; i < N; i++) {
        int c = lane + i * 32;
        a[i] = c < cols ? y[c] : 0.0f;
        b[i] = c < cols ? dy[c] : 0.0f;
    }
#pragma unroll
    for (int i = 0; i < N; i++) s += a[i] * b[i];
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
#pragma unroll
    for (int i = 0; i < N; i++) {
        int c = lane + i * 32;
        if (c < cols) dx[c] = a[i] * (b[i] - s);
    }
}

void softmax_backward(const float *y, const float *dy, float *dx, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    int grid = (rows + 3) / 4;
    if (cols <= 128) backward_kernel<4><<<grid, 128>>>(y, dy, dx, rows, cols);
    else if (cols <= 512) backward_kernel<16><<<grid, 128>>>(y, dy, dx, rows, cols);
    else backward_kernel<32><<<grid, 128>>>(y, dy, dx, rows, cols);
}
