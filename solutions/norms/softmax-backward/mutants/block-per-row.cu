// rejected by: gate barriers (eight warps wait for each other)
__global__ void backward_kernel(const float *y, const float *dy, float *dx,
                                int cols) {
    __shared__ float part[8];
    size_t first = (size_t)blockIdx.x * cols;
    float a[4], b[4], s = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int c = threadIdx.x + k * 256;
        a[k] = c < cols ? y[first + c] : 0;
        b[k] = c < cols ? dy[first + c] : 0;
        s += a[k] * b[k];
    }
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    s = 0;
    for (int w = 0; w < 8; w++)
        s += part[w];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int c = threadIdx.x + k * 256;
        if (c < cols) dx[first + c] = a[k] * (b[k] - s);
    }
}

void softmax_backward(const float *y, const float *dy, float *dx, int rows,
                      int cols) {
    if (rows == 0 || cols == 0) return;
    backward_kernel<<<rows, 256>>>(y, dy, dx, cols);
}
