// rejected by: case rows=64 | trap uninitialised-shared | trap out-of-bounds (each tile is turned, but stored at its old place, in rows as long as those of in)
// says: Each tile is turned in itself and stored in the place of in that it came from. Tile (bx, by) of in is tile (by, bx) of out: compute row and column anew from the exchanged block indices. A row of out has `rows` elements.
const int EDGE = 32;

__global__ void turn(const float *in, float *out, int rows, int cols) {
    __shared__ float tile[EDGE][EDGE + 1];
    int col = blockIdx.x * EDGE + threadIdx.x;
    int row = blockIdx.y * EDGE + threadIdx.y;
    bool inside = row < rows && col < cols;

    if (inside) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    __syncthreads();
    if (inside) out[row * cols + col] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 grid((cols + EDGE - 1) / EDGE, (rows + EDGE - 1) / EDGE);
    turn<<<grid, dim3(EDGE, EDGE)>>>(in, out, rows, cols);
}
