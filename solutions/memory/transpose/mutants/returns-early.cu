// rejected by: case rows=1 | trap barrier-divergence | trap uninitialised-shared (threads without an element of in return, and the elements of out that they should store are missing)
// says: A thread without an element of in has returned, or skips the store. In a partial tile it still has an element of out to store: threadIdx.x and threadIdx.y change roles. Test the load and the store each with its own bounds, and let no thread leave.
const int TILE = 32;

__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int c = blockIdx.x * TILE + threadIdx.x;
    int r = blockIdx.y * TILE + threadIdx.y;
    if (c >= cols || r >= rows) return;

    tile[threadIdx.y][threadIdx.x] = in[r * cols + c];
    __syncthreads();

    int out_c = blockIdx.y * TILE + threadIdx.x;
    int out_r = blockIdx.x * TILE + threadIdx.y;
    if (out_r < cols && out_c < rows)
        out[out_r * rows + out_c] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 block(TILE, TILE);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
