// Matrix transpose: out[c][r] = in[r][c].

__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    // TODO: right, and slow. Reads of a warp are neighbours; where do its
    // writes go? Send a tile through shared memory instead.
    if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 block(32, 8);
    dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
