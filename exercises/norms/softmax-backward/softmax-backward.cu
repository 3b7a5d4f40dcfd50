// The gradient of softmax: one warp per row.

const int WARP = 32;

__global__ void backward_kernel(const float *y, const float *dy, float *dx,
                                int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return; // the whole warp leaves, never a part of it

    // TODO: the dot product of y and dy over the row, known to all lanes; y and
    // dy stay in registers.
    float s = 0.0f;

    size_t first = (size_t)row * cols;
    for (int c = lane; c < cols; c += WARP)
        dx[first + c] = y[first + c] * (dy[first + c] - s);
}

// cols is at most 1024.
void softmax_backward(const float *y, const float *dy, float *dx, int rows,
                      int cols) {
    if (rows == 0 || cols == 0) return;
    int warps = 4; // per block
    backward_kernel<<<(rows + warps - 1) / warps, warps * WARP>>>(y, dy, dx,
                                                                  rows, cols);
}
