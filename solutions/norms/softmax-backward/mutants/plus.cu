// rejected by: case rows=7 (adds the sum)
// says: s is added to dy. It is subtracted.
template <int EACH>
__global__ void backward_kernel(const float *y, const float *dy, float *dx,
                                int rows, int cols) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    size_t first = (size_t)row * cols;
    float a[EACH], b[EACH], s = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = lane + k * 32;
        a[k] = c < cols ? y[first + c] : 0;
        b[k] = c < cols ? dy[first + c] : 0;
        s += a[k] * b[k];
    }
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = lane + k * 32;
        if (c < cols) dx[first + c] = a[k] * (b[k] + s);
    }
}

void softmax_backward(const float *y, const float *dy, float *dx, int rows,
                      int cols) {
    if (rows == 0 || cols == 0) return;
    if (cols <= 256)
        backward_kernel<8><<<(rows + 7) / 8, 256>>>(y, dy, dx, rows, cols);
    else
        backward_kernel<32><<<(rows + 7) / 8, 256>>>(y, dy, dx, rows, cols);
}
