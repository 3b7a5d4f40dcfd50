// rejected by: case rows=7 (s is divided by cols, as if it were a mean)
// says: The sum of y * dy is divided by cols, as if it were a mean. It is a sum.
// The gradient of softmax: one warp per row, no barrier.
//
//   memory      y, dy --> a[k], b[k]           columns lane, lane + 32, ...
//   warp              s = sum of a * b         five shuffles
//   memory      dx    <-- a * (b - s)

const int WARP = 32;
const int WARPS = 4; // per block
const int MOST = 32; // elements per lane: rows up to 1024

// EACH elements per lane: a constant, so that a and b are in registers.
template <int EACH>
__global__ void backward_kernel(const float *y, const float *dy, float *dx,
                                int rows, int cols) {
    int row = blockIdx.x * WARPS + threadIdx.x / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return; // the whole warp leaves, never a part of it

    size_t first = (size_t)row * cols;
    float a[EACH], b[EACH], s = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++) { // all loads first: none waits
        int c = lane + k * WARP;
        a[k] = c < cols ? y[first + c] : 0.0f;
        b[k] = c < cols ? dy[first + c] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < EACH; k++)
        s += a[k] * b[k];
    for (int d = WARP / 2; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = lane + k * WARP;
        if (c < cols) dx[first + c] = a[k] * (b[k] - s / cols);
    }
}

// The kernel with the fewest registers that holds a row.
template <int EACH>
static void launch(const float *y, const float *dy, float *dx, int rows,
                   int cols) {
    if constexpr (EACH < MOST) {
        if (cols > EACH * WARP) return launch<2 * EACH>(y, dy, dx, rows, cols);
    }
    int blocks = (rows + WARPS - 1) / WARPS;
    backward_kernel<EACH><<<blocks, WARPS * WARP>>>(y, dy, dx, rows, cols);
}

// cols is at most MOST * WARP.
void softmax_backward(const float *y, const float *dy, float *dx, int rows,
                      int cols) {
    if (rows == 0 || cols == 0) return;
    launch<1>(y, dy, dx, rows, cols);
}
