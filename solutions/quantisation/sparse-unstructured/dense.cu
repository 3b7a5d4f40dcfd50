// baseline: W with all its zeros, times X by tiles of 64 x 64
// storage: half
// break-even: tenth
const int SIDE = 64; // of a tile of Y
const int DEEP = 16; // of a step along the width
const int EACH = 4;  // rows and columns of a thread

__global__ void expand_kernel(const int *offsets, const int *cols, const float *values,
                              float *w, int rows, int width) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows) return;
    for (int i = offsets[row] + threadIdx.x % 32; i < offsets[row + 1]; i += 32)
        atomicAdd(&w[(size_t)row * width + cols[i]], values[i]); // columns may repeat
}

__global__ void gemm_kernel(const float *w, const float *x, float *y, int rows,
                            int width, int batch) {
    __shared__ float ws[DEEP][SIDE + 1], xs[DEEP][SIDE];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    int top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
    float sum[EACH][EACH] = {};
    for (int p = 0; p < width; p += DEEP) {
        for (int i = threadIdx.x; i < SIDE * DEEP; i += 256) {
            int r = i / DEEP, c = i % DEEP;
            bool is_in = top + r < rows && p + c < width;
            ws[c][r] = is_in ? w[(size_t)(top + r) * width + p + c] : 0.0f;
            r = i / SIDE, c = i % SIDE;
            is_in = p + r < width && left + c < batch;
            xs[r][c] = is_in ? x[(size_t)(p + r) * batch + left + c] : 0.0f;
        }
        __syncthreads();
        for (int q = 0; q < DEEP; q++)
            for (int a = 0; a < EACH; a++)
                for (int b = 0; b < EACH; b++)
                    sum[a][b] += ws[q][ty + 16 * a] * xs[q][tx + 16 * b];
        __syncthreads();
    }
    for (int a = 0; a < EACH; a++)
        for (int b = 0; b < EACH; b++) {
            int r = top + ty + 16 * a, c = left + tx + 16 * b;
            if (r < rows && c < batch) y[(size_t)r * batch + c] = sum[a][b];
        }
}

void spmm(const int *offsets, const int *cols, const float *values, const float *x,
          float *y, int rows, int width, int batch, int nnz) {
    static float *w;
    static size_t room;
    size_t bytes = sizeof(float) * rows * width;
    if (rows == 0 || batch == 0) return;
    if (bytes > room) {
        cudaFree(w);
        cudaMalloc(&w, bytes);
        room = bytes;
    }
    cudaMemsetAsync(w, 0, bytes);
    expand_kernel<<<(rows + 7) / 8, 256>>>(offsets, cols, values, w, rows, width);
    dim3 grid((batch + SIDE - 1) / SIDE, (rows + SIDE - 1) / SIDE);
    gemm_kernel<<<grid, 256>>>(w, x, y, rows, width, batch);
}
