// rejected by: case cols=8192 (a thread keeps 16 elements, and rows have up to 32 for each)
// says: Elements from 4096 on are left out, in the sums and in the results: 256 threads with 16 elements each hold no more. cols can be 8192.
// RMS normalisation, forward and backward: one block per row, one barrier.
const int BLOCK = 256, MOST = 16;
__global__ void rmsnorm_kernel(const float *x, const float *weight,
                               const float *dy, float *y, float *dx, int cols,
                               float eps) {
    __shared__ float squares[BLOCK / 32], products[BLOCK / 32];
    size_t row = (size_t)blockIdx.x * cols;
    int t = threadIdx.x, warp = t / 32;
    float xs[MOST], gs[MOST];
    float a = 0, b = 0;
#pragma unroll
    for (int j = 0; j < MOST; j++) {
        int c = t + j * BLOCK;
        if (c < cols) {
            xs[j] = x[row + c];
            gs[j] = weight[c] * dy[row + c];
            a += xs[j] * xs[j];
            b += gs[j] * xs[j];
        }
    }
    for (int d = 16; d > 0; d /= 2) {
        a += __shfl_xor_sync(0xffffffff, a, d);
        b += __shfl_xor_sync(0xffffffff, b, d);
    }
    if (t % 32 == 0) squares[warp] = a, products[warp] = b;
    __syncthreads();
    a = b = 0;
    for (int w = 0; w < BLOCK / 32; w++) a += squares[w], b += products[w];
    float r = rsqrtf(a / cols + eps), s = b;
    float k = r * r * s / cols;
#pragma unroll
    for (int j = 0; j < MOST; j++) {
        int c = t + j * BLOCK;
        if (c < cols) {
            y[row + c] = xs[j] * r * weight[c];
            dx[row + c] = r * (gs[j] - xs[j] * k);
        }
    }
}
// cols is at least 1 and at most 8192.
void rmsnorm(const float *x, const float *weight, const float *dy, float *y,
             float *dx, int rows, int cols, float eps) {
    if (rows == 0) return;
    rmsnorm_kernel<<<rows, BLOCK>>>(x, weight, dy, y, dx, cols, eps);
}
